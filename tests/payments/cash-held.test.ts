/** Cash in hand includes unconfirmed deposits. And effects of a void receipt. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '../../src/contexts/payments/contract/cash/cash-deposits.ts';
import { watchAges } from '../../src/contexts/payments/server/cash/held.ts';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { addLoan, bootTeam, days } from '../sync/phone.ts';
import { booksOf, dayOf, paidInCash, phoneOf } from './cash-kit.ts';

let server: TestServer;
let lead: Caller;
let desk: Caller;
let agent: Caller;
let loanId = 0;
let phone: Awaited<ReturnType<typeof phoneOf>>;
beforeAll(async () => {
  ({ server, lead } = await bootTeam());
  desk = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits'] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.run(
    sql`update clients set cash_limit = 100000, cash_days = 2, cash_grace_days = 0, cash_slip_photo = false`,
  );
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, agent.id);
  phone = await phoneOf(agent);
});

let slips = 0;
const slip = () => ({ clientId: 1, bank: 'SBI', branch: 'Katni', slipNumber: `H-${++slips}` });
const take = (amount: number, o: object = {}) =>
  phone.take(paidInCash(loanId, phone.number(), { amount, ...o }));
const held = async () => (await agent.call(cash.hand, {})).find(({ clientId }) => clientId === 1);
const alerts = () =>
  server.database.rows<{ kind: string; isOver: boolean }>(sql`
    select a.kind, a.ended_at is null as "isOver" from cash_alerts a where a.user_id = ${agent.id} order by a.id`);
const told = async (): Promise<unknown[]> =>
  server.database.rows(sql`
    select facts->>'kind' as kind from event where type = 'cash.limit-passed' and facts->>'userId' = ${String(agent.id)} order by id`);

test('a deposit frees the limit when the desk has confirmed it, not when the agent reports it', async () => {
  await take(900);
  const { id } = await agent.call(cashDeposits.make, slip());
  expect(await held()).toMatchObject({ held: 900, inHand: 0, oldestOn: dayOf() });
  expect((await take(200)).codes).toEqual(['CASH_OVER_LIMIT']);
  await desk.call(cashDeposits.confirm, { id: String(id), received: 900 });
  expect(await held()).toMatchObject({ held: 0, oldestOn: null });
  expect((await take(200)).codes).toEqual([]);
});

test('a deposit does not reset the age of old cash; a lender may grant the desk days, once per receipt', async () => {
  await server.database.run(sql`update clients set cash_days = 10`);
  await take(100, { paymentDate: dayOf(-3) });
  await server.database.run(sql`update clients set cash_days = 2`);
  const { id } = await agent.call(cashDeposits.make, slip());
  expect((await take(100)).codes).toEqual(['CASH_TOO_OLD']);
  await server.database.run(sql`update clients set cash_grace_days = 1`);
  expect((await take(100)).codes).toEqual([]);
  await agent.call(cashDeposits.undo, { id: String(id), reason: 'again' });
  await server.database.run(
    sql`update cash_receipts set first_deposited_at = ${days(-1)} where first_deposited_at is not null and user_id = ${agent.id}`,
  );
  await agent.call(cashDeposits.make, slip());
  expect((await take(100)).codes).toEqual(['CASH_TOO_OLD']);
});

test('a deposit needs the photo of its slip, unless the lender waives it', async () => {
  await take(100);
  await server.database.run(sql`update clients set cash_slip_photo = true`);
  expect((await refusal(agent.call(cashDeposits.make, slip()))).body.fields).toEqual([
    { path: 'photo', fault: 'required' },
  ]);
  expect(await held()).toMatchObject({ needsPhoto: true, inHand: 100 });
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100, 7)]);
  await agent.call(cashDeposits.make, { ...slip(), photo: photo.toString('base64') });
});

test('leaders are notified once when the limit is exceeded, and again the next time', async () => {
  await take(900);
  await take(300);
  const { rows } = await lead.call(syncReviews.list, { state: 'open' });
  const review = rows.find(({ loan }) => loan?.id === loanId);
  expect(await told()).toEqual([]);
  await lead.call(syncReviews.accept, { id: String(review?.id ?? 0), note: 'counted' });
  expect(await told()).toEqual([{ kind: 'limit' }]);
  const { id } = await agent.call(cashDeposits.make, slip());
  expect([await told(), await alerts()]).toEqual([[{ kind: 'limit' }], [{ kind: 'limit', isOver: true }]]);
  expect((await lead.call(cash.byAgent, { userIds: [agent.id] })).rows).toMatchObject([
    { isOver: true, overSince: expect.any(String) },
  ]);
  await desk.call(cashDeposits.confirm, { id: String(id), received: 1200 });
  expect(await alerts()).toEqual([{ kind: 'limit', isOver: false }]);
  await desk.call(cashDeposits.undo, { id: String(id), reason: 'another branch' });
  expect(await told()).toEqual([{ kind: 'limit' }, { kind: 'limit' }]);
});

test('overdue cash is reported once, without any action', async () => {
  await take(100);
  for (const n of [2, 3, 3, 4]) await watchAges(server.database, days(n));
  expect(await told()).toEqual([{ kind: 'age' }]);
  await watchAges(server.database, days(0));
  expect(await alerts()).toEqual([{ kind: 'age', isOver: false }]);
});

const messages = () =>
  server.database.rows<{ purpose: string; text: string }>(sql`
    select purpose, message as text from messages where loan_id = ${loanId} and purpose like 'cash-%' order by id`);
const waitForMessages = (n: number) =>
  vi.waitFor(
    async () => {
      const sent = await messages();
      return sent.length >= n ? sent : Promise.reject(new Error('not sent yet'));
    },
    { timeout: 60_000, interval: 200 },
  );
const voidFirst = async (): Promise<void> => {
  const { rows } = await agent.call(cash.receipts, { mine: true });
  await desk.call(cash.void, { id: String(rows[0]?.id ?? 0), reason: 'nothing was handed over' });
};

test('a void receipt withdraws its claim, and the borrower is notified; the page shows it', async () => {
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await take(500);
  const [receipt] = await waitForMessages(1);
  const claimed = () =>
    server.database.one<{ balance: number }>(sql`
        select coalesce(sum(case when to_account = 'claimed' then amount else -amount end), 0)::bigint as balance
        from postings where loan_id = ${loanId} and 'claimed' in (from_account, to_account)`);
  expect(await claimed()).toEqual({ balance: 500_00 });
  await voidFirst();
  expect(await claimed()).toEqual({ balance: 0 });
  const sent = await waitForMessages(2);
  expect(sent.map(({ purpose }) => purpose)).toEqual(['cash-received', 'cash-cancelled']);
  expect(sent[1]?.text).toContain('was cancelled');
  const code = /\/pay\/receipt\/(\S+)/.exec(receipt?.text ?? '')?.[1] ?? '';
  expect(sent[1]?.text).toContain(code);
  const page = await (await server.anonymous.fetch(`/pay/receipt/${code}`)).text();
  expect(page).toContain('This receipt was cancelled');
  expect(page).not.toContain('Payment Success');
  await booksOf(server, agent.id);
  expect(await server.database.rows(sql`select * from ledger_differences where loan_id = ${loanId}`)).toEqual(
    [],
  );
});

test('an undelivered receipt is voided without notification', async () => {
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '00:01' where kind = 'hours'`,
  );
  await take(500);
  await voidFirst();
  const [row] = await server.database.rows(
    sql`select tell_at as at from cash_receipts where user_id = ${agent.id}`,
  );
  expect(row).toEqual({ at: null });
});
