/** Repeated dispositions of a call are one: the latest. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '../../src/contexts/lenders/contract/dispositions.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller, TestServer } from '../kit.ts';
import { addLoan, bootTeam, days, deviceOf, followUp } from '../sync/phone.ts';
import { changePayments } from '../world.ts';

const { record, list } = borrowerDispositions;
const { PTP, FinalSettlement, Payment } = dispositionIds;
const day = (n: number): string => businessDay(days(n));

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
let callRefNo = '';
beforeAll(async () => {
  ({ server, lead, agent } = await bootTeam());
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
  callRefNo = randomUUID();
});

const promise = (o: object = {}) => ({
  loanId,
  dispositionId: PTP,
  ptpDate: day(3),
  amount: 900,
  followUpDate: days(2).toISOString(),
  callRefNo,
  ...o,
});
const payment = (o: object = {}) => ({
  loanId,
  dispositionId: Payment,
  // The list shows this month, which may start today.
  paymentDate: day(0),
  amount: 1200,
  transactionId: 'UPI-77',
  paymentMode: 'PhonePe',
  callRefNo,
  ...o,
});
const settlement = (o: object = {}) => ({
  loanId,
  dispositionId: FinalSettlement,
  settlementDate: day(9),
  amount: 30_000,
  followUpDate: days(2).toISOString(),
  callRefNo,
  ...o,
});
const later = (o: object = {}) => ({ ...followUp(loanId, 'call later'), callRefNo, ...o }) as never;
const entries = async () => (await agent.call(list, { loanId })).rows;
const promised = () =>
  server.database.rows<{ amount: number }>(sql`select amount from promises where loan_id = ${loanId}`);
const told = async () =>
  (
    await server.database.rows<{ facts: object }>(
      sql`select facts from event where type = 'borrower-dispositions.revised' and (facts->>'loanId')::bigint = ${loanId} order by id`,
    )
  ).map(({ facts }) => facts);

test('the second save replaces the first: list, PTP and loan show the latest values', async () => {
  const first = await agent.call(record, promise());
  const second = await agent.call(record, promise({ amount: 700, comments: 'less' }));
  expect(second).toEqual(first);
  expect(await entries()).toMatchObject([{ id: first?.id, amount: 700, comments: 'less' }]);
  expect(await promised()).toEqual([{ amount: 70_000 }]);
  await agent.call(record, later());
  expect(await entries()).toMatchObject([{ id: first?.id, dispositions: { name: 'Followup' } }]);
  expect(await promised()).toEqual([]);
  const loan = await agent.call(loans.one, { id: String(loanId) });
  expect([loan?.loanDispositions[0]?.dispositions.name, loan?.loansStats.bestDispo]).toEqual([
    'Followup',
    'Followup',
  ]);
  expect(await told()).toMatchObject([
    { before: { dispositionId: PTP, amount: 90_000 }, after: { dispositionId: PTP, amount: 70_000 } },
    { before: { dispositionId: PTP, amount: 70_000 }, after: { dispositionId: 2 } },
  ]);
});

test('another call, another loan and another user have separate dispositions', async () => {
  await agent.call(record, promise());
  await agent.call(record, promise({ callRefNo: randomUUID() }));
  expect(await entries()).toHaveLength(2);
  const loan2 = await addLoan(server, agent.id);
  const beside = await agent.call(record, promise({ loanId: loan2 }));
  await lead.call(record, promise({ loanId: loan2 }));
  expect((await lead.call(list, { loanId: loan2 })).rows.map(({ id }) => id)).toContain(beside?.id);
  expect((await lead.call(list, { loanId: loan2 })).count).toBe(2);
});

test('a mistaken payment report is withdrawn; a confirmed one remains', async () => {
  const desk = await server.as('list_payment');
  const amounts = async (type: 'UNREALIZED' | 'REALIZED' = 'UNREALIZED') =>
    (await desk.call(payments.list, { type })).rows.map(({ amount }) => amount);
  await agent.call(record, payment());
  await agent.call(record, payment({ amount: 1300 }));
  expect(await amounts()).toEqual([1300]);
  await agent.call(record, later());
  expect(await amounts()).toEqual([]);
  await agent.call(record, payment());
  await changePayments(server.database, sql`update payments set realized = true where loan_id = ${loanId}`);
  await agent.call(record, later());
  expect(await amounts('REALIZED')).toEqual([1200]);
});

test('a revised settlement request is one request, until reviewed', async () => {
  const states = async () =>
    (await lead.call(settlements.list, { loanId })).rows.map(({ status, amount }) => [status, amount]);
  await agent.call(record, settlement());
  await agent.call(record, settlement({ amount: 25_000 }));
  expect(await states()).toEqual([['Inprogress', 25_000]]);
  await agent.call(record, later());
  expect(await states()).toEqual([['Void', 25_000]]);
  await agent.call(record, settlement({ amount: 26_000 }));
  expect(await states()).toEqual([
    ['Inprogress', 26_000],
    ['Void', 25_000],
  ]);
  await server.database.run(
    sql`update settlements set status = 'QueryRaised' where loan_id = ${loanId} and status = 'Inprogress'`,
  );
  await expect(agent.call(record, settlement({ amount: 20_000 }))).rejects.toMatchObject({
    body: { code: 'SETTLEMENT_OPEN' },
  });
  expect(await entries()).toMatchObject([{ amount: 26_000 }]);
});

test('two outbox saves are one disposition, in any order and repetition', async () => {
  const device = deviceOf(agent);
  const [first, last] = [
    await device.item(promise() as never, { at: days(-0.5) }),
    await device.item(promise({ amount: 650 }) as never, { at: days(-0.4) }),
  ];
  const answers = await device.send([last, first]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.row?.id).toBe(answers[1]?.row?.id);
  expect(await entries()).toMatchObject([{ amount: 650 }]);
  expect(await promised()).toEqual([{ amount: 65_000 }]);
  // Long after: only the disposition itself stores its keys.
  await server.database.run(sql`delete from idempotency`);
  const again = await device.send([first, last]);
  expect(again.map(({ row }) => row?.id)).toEqual(answers.map(({ row }) => row?.id));
  expect(await entries()).toMatchObject([{ amount: 650 }]);
  expect(await told()).toHaveLength(1);
});

test('two concurrent saves are one disposition', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => agent.call(record, promise({ amount: n * 100 }))));
  expect(await entries()).toHaveLength(1);
  expect(await promised()).toHaveLength(1);
  expect(await told()).toHaveLength(3);
});
