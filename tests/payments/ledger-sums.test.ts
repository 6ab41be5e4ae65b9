/** The ledger maintains totals, banks cash loan by loan, and is checked daily. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { cashDeposits } from '../../src/contexts/payments/contract/cash/cash-deposits.ts';
import { ledger } from '../../src/contexts/payments/contract/ledger.ts';
import { foldLedger, lookAtLedger } from '../../src/contexts/payments/server/ledger/watch.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { addLoan, bootTeam, days } from '../sync/phone.ts';
import { booksOf, paidInCash, phoneOf } from './cash-kit.ts';

let server: TestServer;
let desk: Caller;
let agent: Caller;
let loans: number[] = [];
let phone: Awaited<ReturnType<typeof phoneOf>>;
beforeAll(async () => {
  const team = await bootTeam();
  server = team.server;
  desk = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits', 'list_payment'] });
  agent = await server.person({ roleType: 'agent', reportingTo: team.lead.id });
  await server.database.run(
    sql`update clients set cash_limit = 100000000, cash_days = 30, cash_slip_photo = false`,
  );
  loans = [await addLoan(server, agent.id), await addLoan(server, agent.id)];
  phone = await phoneOf(agent);
});
afterAll(() => server.stop());

let slips = 0;
const deposit = () =>
  agent.call(cashDeposits.make, { clientId: 1, bank: 'SBI', branch: 'Katni', slipNumber: `L-${++slips}` });
const cashOf = async (loanId: number): Promise<Record<string, number>> => {
  const rows = await agent.call(ledger.ofLoan, { loanId });
  const lies: Record<string, number> = {};
  for (const { from, to, amount } of rows) {
    lies[from] = (lies[from] ?? 0) - amount;
    lies[to] = (lies[to] ?? 0) + amount;
  }
  return Object.fromEntries(
    Object.entries(lies).filter(([account, n]) => account.startsWith('cash_') && n !== 0),
  );
};

test('the card of a loan balances after cash is confirmed, short, in excess and undone', async () => {
  const [one = 0, two = 0] = loans;
  await phone.take(paidInCash(one, phone.number(), { amount: 500 }));
  await phone.take(paidInCash(two, phone.number(), { amount: 300 }));
  const first = await deposit();
  await desk.call(cashDeposits.confirm, { id: String(first.id), received: 700, reason: 'a note was torn' });
  expect(await cashOf(one)).toEqual({ cash_taken: -500, cash_banked: 500 });
  expect(await cashOf(two)).toEqual({ cash_taken: -300, cash_banked: 200, cash_variance: 100 });
  await booksOf(server, agent.id);
  await desk.call(cashDeposits.undo, { id: String(first.id), reason: 'counted again' });
  expect(await cashOf(two)).toEqual({ cash_taken: -300, cash_with_agent: 300 });
  const second = await deposit();
  // An excess needs a second person.
  const other = await server.person({ roleType: 'admin', flags: ['confirm_cash_deposits'] });
  const over = { id: String(second.id), received: 850, reason: 'a note too many' };
  expect((await refusal(desk.call(cashDeposits.confirm, over))).body.code).toBe('WAITS_FOR_OTHERS');
  const [row] = (await other.call(authority.waiting, {})).rows;
  await other.call(authority.decide, {
    id: String(row?.id),
    decision: 'approve',
    amount: row?.amount ?? 0,
    stands: row?.act?.stands ?? '',
  });
  expect(await cashOf(two)).toEqual({ cash_taken: -300, cash_banked: 300 });
  expect(await booksOf(server, agent.id)).toMatchObject({ bank: 850_00, variance: -50_00, transit: 0 });
});

test('account totals equal the postings, before and after aggregation, and without an opening', async () => {
  const wrong = () =>
    server.database.rows(sql`
      with kept as (
        select account, client_id, day, came_in, gone from ledger_days union all select account, client_id, day, came_in, gone from ledger_changes),
      rows as (
        select k.account, coalesce(p.client_id, 0) as client_id, p.day, k.came_in, k.gone from postings p
          cross join lateral (values (p.to_account, p.amount, 0), (p.from_account, 0, p.amount)) k (account, came_in, gone))
      select account, client_id, day from (select * from kept union all select account, client_id, day, -came_in, -gone from rows) s
      group by 1, 2, 3 having sum(came_in) <> 0 or sum(gone) <> 0`);
  const page = async () => (await desk.call(ledger.accounts, { fromDate: '2020-01-01' })).rows;
  const before = await page();
  expect(before.length).toBeGreaterThan(2);
  expect(await wrong()).toEqual([]);
  await foldLedger(server.database);
  expect(await page()).toEqual(before);
  expect(await wrong()).toEqual([]);
  // As a load past the triggers does; the opening posts it, and is dropped again.
  await server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`insert into payments (loan_id, transaction_id, amount, payment_date, realized, source)
      values (${loans[0]}, 'PAST', 700, current_date - 40, true, 'PAYMENT_FILE')`);
  });
  const opening = await server.database.one<{ id: number }>(sql`select open_ledger() as id`);
  expect(await wrong()).toEqual([]);
  await foldLedger(server.database);
  await server.database.run(sql`select drop_opening(${opening?.id})`);
  expect(await wrong()).toEqual([]);
  expect(await page()).toEqual(before);
});

test('a difference is detected by the daily check, and System status shows it', async () => {
  const figure = async () =>
    (await desk.call(status.figures, {})).find(({ name }) => name === 'ledger_differences');
  expect(await figure()).toMatchObject({ isOver: false });
  // Once a day is enough.
  await lookAtLedger(server.database, days(0));
  expect(await figure()).toMatchObject({ isOver: false });
  await lookAtLedger(server.database, days(1));
  expect(await figure()).toMatchObject({ values: [{ label: null, value: 1 }], isOver: true });
  await server.database.run(sql`select open_ledger()`);
  await lookAtLedger(server.database, days(2));
  expect(await figure()).toMatchObject({ isOver: false });
});
