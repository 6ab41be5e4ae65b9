/** Revised cash: its receipt remains until the desk voids it, and its number is unique. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { addLoan, bootTeam, followUp } from '../sync/phone.ts';
import { booksOf, dayOf, paidInCash, phoneOf } from './cash-kit.ts';

const { record } = borrowerDispositions;
let server: TestServer;
let lead: Caller;
let desk: Caller;
let agent: Caller;
let loanId = 0;
let callRefNo = '';
let phone: Awaited<ReturnType<typeof phoneOf>>;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
  desk = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits'] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.run(sql`update clients set cash_limit = 100000, cash_days = 2`);
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  phone = await phoneOf(agent);
  callRefNo = randomUUID();
});

const paid = (number: string, o: object = {}) => paidInCash(loanId, number, { callRefNo, ...o });
const receipts = async () => (await agent.call(cash.receipts, { mine: true })).rows;
const claims = () =>
  server.database.rows<{ amount: number; status: string }>(
    sql`select amount, status from payments where loan_id = ${loanId} order by id`,
  );
const voided = async (): Promise<void> => {
  const [receipt] = await receipts();
  await desk.call(cash.void, { id: String(receipt?.id ?? 0), reason: 'nothing was handed over' });
};

test('changing the disposition of a call retains the cash in hand and the claim', async () => {
  const number = phone.number();
  await agent.call(record, paid(number));
  await agent.call(record, { ...followUp(loanId), callRefNo } as never);
  expect(await receipts()).toMatchObject([{ number, state: 'in-hand', amount: 500 }]);
  expect(await claims()).toEqual([{ amount: 500_00, status: 'success' }]);
  // From a phone, and under a number of a transfer too.
  await phone.take({ ...followUp(loanId), callRefNo });
  await agent.call(record, paid('UPI-1', { paymentMode: 'PhonePe' }));
  expect(await receipts()).toMatchObject([{ number, state: 'in-hand', amount: 500 }]);
  expect(await booksOf(server, agent.id)).toMatchObject({ hand: 500_00 });
});

test('a receipt cannot be rewritten to any sum: more adds to the limit, less is reviewed', async () => {
  const number = phone.number();
  await agent.call(record, paid(number));
  const denominations = [{ note: 200, count: 4 }];
  await agent.call(record, paid(number, { amount: 800, denominations, paymentDate: dayOf(-1) }));
  expect(await receipts()).toMatchObject([{ amount: 800, denominations, day: dayOf(-1) }]);
  expect((await refusal(agent.call(record, paid(number, { amount: 1100 })))).body.code).toBe(
    'CASH_OVER_LIMIT',
  );
  expect((await refusal(agent.call(record, paid(number, { amount: 100 })))).body.code).toBe('CASH_LESS');
  expect((await phone.take(paid(number, { amount: 100 }))).codes).toEqual(['CASH_LESS']);
  expect(await booksOf(server, agent.id)).toMatchObject({ hand: 800_00 });
  // An equal sum needs no confirmation.
  await agent.call(record, paid(number, { amount: 800 }));
  expect(await claims()).toEqual([{ amount: 800_00, status: 'success' }]);
});

test('the number of a void receipt remains used, also for its author', async () => {
  const number = phone.number();
  await agent.call(record, paid(number));
  await voided();
  const again = await refusal(agent.call(record, paid(number)));
  expect(again.body).toMatchObject({ code: 'TAKEN' });
  expect((await phone.take(paid(number))).codes).toContain('CASH_NUMBER');
  expect(await receipts()).toMatchObject([{ state: 'void' }]);
  expect(await booksOf(server, agent.id)).toMatchObject({ hand: 0 });
});

test('a number of another phone is not used up by writing it otherwise', async () => {
  const other = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const theirs = (await phoneOf(other)).number();
  const spaced = `${theirs.slice(0, 6)} ${theirs.slice(6)}`;
  for (const number of [spaced, theirs.replace('CR-', 'CR-0'), theirs.replace('CR-', 'c r-'), 'CR-1', 'CR-'])
    expect((await refusal(agent.call(record, paid(number)))).body.code, number).toBe('CASH_NUMBER');
  const mine = phone.number();
  await agent.call(record, paid(mine.toLowerCase().replace('cr-', 'cr- ')));
  expect(await receipts()).toMatchObject([{ number: mine }]);
  const [kept] = await server.database.rows<{ number: string }>(
    sql`select transaction_id as number from payments where loan_id = ${loanId}`,
  );
  expect(kept?.number).toBe(mine);
});

test('two concurrent sums below the limit cannot exceed it', async () => {
  const other = await addLoan(server, agent.id);
  const both = await Promise.allSettled(
    [loanId, other].map((id) => agent.call(record, paidInCash(id, phone.number(), { amount: 700 }))),
  );
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await booksOf(server, agent.id)).toMatchObject({ hand: 700_00 });
});
