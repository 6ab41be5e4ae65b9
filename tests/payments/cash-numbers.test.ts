/** An insider uses receipt numbers similar to genuine ones, and hoards numbers. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '../../src/contexts/payments/contract/cash/cash-deposits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';
import { paidInCash, phoneOf } from './cash-kit.ts';

const { record } = borrowerDispositions;
let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
let phone: Awaited<ReturnType<typeof phoneOf>>;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
  await server.database.run(
    sql`update clients set cash_limit = 100000000, cash_days = 30, cash_slip_photo = false`,
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  phone = await phoneOf(agent);
});
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;
const receipts = async () =>
  (await agent.call(cash.receipts, { mine: true })).rows.map(({ number }) => number);

const twins: [name: string, twin: (number: string) => string][] = [
  ['a Cyrillic letter', (n) => n.replace('C', '\u0421')],
  ['a mathematical letter', (n) => n.replace('C', '\u{1D402}')],
  ['a Greek letter', (n) => n.replace('R', '\u03A1')],
  ['the letter O for nought', (n) => n.replace('0', 'O')],
  ['the letter l for one', (n) => `${n.slice(0, -1)}l`],
  ['no dash', (n) => n.replace('-', '')],
  ['a dot for the dash', (n) => n.replace('-', '.')],
  ['an underscore for the dash', (n) => n.replace('-', '_')],
];
test.each(twins)(
  'a number that differs from a genuine one by %s is rejected, live and from a phone',
  async (_, twin) => {
    const number = phone.number();
    await agent.call(record, paidInCash(loanId, number));
    const other = await addLoan(server, agent.id);
    expect(await codeOf(agent.call(record, paidInCash(other, twin(number))))).toBe('CASH_NUMBER');
    expect((await phone.take(paidInCash(other, twin(number)))).codes).toContain('CASH_NUMBER');
    expect(await receipts()).toEqual([number]);
  },
);

test("a number of the agent's paper book is accepted, and one with Cyrillic letters is not", async () => {
  await agent.call(record, paidInCash(loanId, 'KTN/0012'));
  expect(await receipts()).toEqual(['KTN/0012']);
  expect(await codeOf(agent.call(record, paidInCash(loanId, 'K\u0422N/0012')))).toBe('CASH_NUMBER');
});

test('a slip number in letters of another script is rejected', async () => {
  await agent.call(record, paidInCash(loanId, phone.number()));
  const made = agent.call(cashDeposits.make, {
    clientId: 1,
    bank: 'SBI',
    branch: 'Katni',
    slipNumber: '\u0405-1',
  });
  expect((await refusal(made)).body.fields).toEqual([{ path: 'slipNumber', fault: 'invalid' }]);
});

test('an agent with unused blocks gets no more, whatever devices they name', async () => {
  const one = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => one.call(cash.numbers, { deviceId: randomUUID() })),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  expect(await codeOf(one.call(cash.numbers, { deviceId: randomUUID() }))).toBe('TOO_MANY_REQUESTS');
  // Another agent has separate ones.
  expect(await agent.call(cash.numbers, { deviceId: randomUUID() })).toMatchObject({
    first: expect.any(Number),
  });
});
