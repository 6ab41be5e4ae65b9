/** A sub-disposition that states an amount agrees with the amount, whichever client sends it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '../../src/contexts/lenders/contract/dispositions.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { addLoan, bootTeam, deviceOf } from '../sync/phone.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';

const days = (n: number): Date => new Date(Date.now() + n * 86_400_000);
const day = (n: number): string => businessDay(days(n));
const [full, emi, part, salary, fullPaid, partPaid] = [351, 352, 353, 354, 355, 356];

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
beforeAll(async () => {
  ({ server, lead, agent } = await bootTeam());
  await server.database.run(sql`insert into dispositions (id, name, type, parent_id, priority) values
    (351, 'Full Amount', 'subDisposition', 1, 1), (352, 'One EMI', 'subDisposition', 1, 2),
    (353, 'Part Payment', 'subDisposition', 1, 3), (354, 'After Salary', 'subDisposition', 1, 4),
    (355, 'Full Payment', 'subDisposition', 4, 1), (356, 'Part Payment', 'subDisposition', 4, 2)`);
});
afterAll(() => server.stop());
const owes = (total: number, instalment: number | null) =>
  server.database.run(
    sql`update loans set total_outstanding = ${total}, emi_amount = ${instalment} where id = ${loanId}`,
  );
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
  await owes(23_923_00, 3240_00);
});

const promised = (subDispositionId: number, amount: number) => ({
  loanId,
  dispositionId: dispositionIds.PTP,
  subDispositionId,
  amount,
  ptpDate: day(3),
  followUpDate: days(2).toISOString(),
});
const paid = (subDispositionId: number, amount: number) => ({
  loanId,
  dispositionId: dispositionIds.Payment,
  subDispositionId,
  amount,
  paymentDate: day(0),
  transactionId: `U${loanId}`,
  paymentMode: 'PhonePe',
});
const written = async (): Promise<number> =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*)::int as n from borrower_dispositions where loan_id = ${loanId}`,
    )
  )?.n ?? 0;

test.each([
  [
    'a full amount of one EMI',
    () => promised(full, 3240),
    'means the full outstanding amount of ₹23,923.00.',
  ],
  ['one EMI of another amount', () => promised(emi, 3000), 'means one EMI of ₹3,240.00.'],
  ['a part of all', () => promised(part, 23_923), 'means less than the outstanding amount of ₹23,923.00.'],
  [
    'a full payment of one EMI',
    () => paid(fullPaid, 3240),
    'means the full outstanding amount of ₹23,923.00.',
  ],
])('%s is rejected with the amount that agrees, and nothing is recorded', async (_, input, words) => {
  const { status, body } = await refusal(agent.call(borrowerDispositions.record, input()));
  expect([status, body.code]).toEqual([422, 'AMOUNT_DISAGREES']);
  expect(body.message).toContain(words);
  expect(await written()).toBe(0);
});

test('one EMI of a loan without EMI is rejected with what to choose', async () => {
  await owes(23_923_00, null);
  const { body } = await refusal(agent.call(borrowerDispositions.record, promised(emi, 3240)));
  expect(body.message).toBe('“One EMI” needs a loan with an EMI. Choose another sub-disposition.');
});

test.each([
  ['the full amount', () => promised(full, 23_923)],
  ['one EMI', () => promised(emi, 3240)],
  ['a part', () => promised(part, 500)],
  ['any amount after salary', () => promised(salary, 500)],
  ['a part payment above a balance that is without it', () => paid(partPaid, 30_000)],
])('%s is recorded', async (_, input) => {
  await agent.call(borrowerDispositions.record, input());
  expect(await written()).toBe(1);
});

test('an amount is recorded under any name for a loan with no amounts in its file', async () => {
  await owes(0, null);
  await agent.call(borrowerDispositions.record, promised(full, 5000));
  await agent.call(borrowerDispositions.record, promised(part, 700));
  expect(await written()).toBe(2);
});

/** What the author's phone saw of the loan. */
const seen = async () => ({
  loanVersion: (await agent.call(loans.one, { id: String(loanId) })).version,
  isActive: true,
  isDNC: false,
  assigneeId: agent.id,
  readAt: new Date().toISOString(),
});

test('an entry of an older phone is rejected with its text, and recorded once a team leader accepts it', async () => {
  const device = deviceOf(agent);
  const item = await device.item(promised(full, 3240), { base: await seen() });
  const [answer] = await device.send([item]);
  expect(answer).toMatchObject({ status: 422, code: 'AMOUNT_DISAGREES' });
  expect(answer?.words).toContain('means the full outstanding amount');
  expect(await written()).toBe(0);
  const { id } = await agent.call(sync.review, { deviceId: device.deviceId, item, code: 'AMOUNT_DISAGREES' });
  await lead.call(syncReviews.accept, { id: String(id) });
  expect(await written()).toBe(1);
});

test('a full amount that was right when it was written is recorded after the total has changed', async () => {
  const device = deviceOf(agent);
  const item = await device.item(promised(full, 23_923), { base: await seen() });
  await owes(24_100_00, 3240_00);
  expect(await device.send([item])).toMatchObject([{ status: 200, verdict: 'APPLIED' }]);
});
