/**
 * Totals of PTPs and dispositions move with their loans, whatever changes, and judging and reassignment never miss each
 * other.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { foldSums } from '../../src/contexts/reporting/server/sums.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { txOn } from '../../src/kernel/server/database/database.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { sumFaults } from './sums.ts';
import { changeDispositions, changeLoans, changePayments } from '../world.ts';

let server: TestServer;
let leader: Caller;
let agents: Caller[];
let outsider: Caller;
let loans: number[];
const clock = { now: () => new Date('2026-11-20T12:30:00Z') };

beforeAll(async () => {
  server = await boot({ clock });
  await server.database.run(
    sql`insert into dispositions (id, name, type, priority) values (900, 'Refused', 'disposition', 99)`,
  );
  leader = await server.person({ roleType: 'tech_lead' });
  agents = [
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
  ];
  outsider = await server.person({ roleType: 'agent' });
  loans = (
    await server.database.rows<{ id: number }>(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
      insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, total_outstanding)
      select 1, 1, b.id, 'O' || n, 'Asha', (${agents.map(({ id }) => id)}::bigint[])[1 + n % 2], 100000
      from b, generate_series(1, 20) n returning id`)
  ).map(({ id }) => id);
});
afterAll(() => server.stop());

const change = (query: Fragment) => server.database.run(query);
/** A disposition of each of these loans, by its agent. */
const note = (which: number[], kind: number, at: string, due: string | null = null) =>
  changeDispositions(
    server.database,
    sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date, effective_at, created_at)
    select l.id, l.borrower_id, coalesce(l.assignee_id, ${outsider.id}), ${kind}, 5000, ${due}::date, ${at}::timestamptz, ${at}::timestamptz
    from loans l where l.id = any(${which})`,
  );
const pay = (which: number[]) =>
  changePayments(
    server.database,
    sql`
    insert into payments (loan_id, user_id, amount, payment_date, realized, source, mode)
    select id, ${outsider.id}, 5000, '2026-11-10', true, 'DISPOSITION', 'UPI' from loans where id = any(${which})`,
  );
const judged = async () => {
  while ((await judgeWaiting(server.database, clock)) > 0);
};
async function holds(): Promise<void> {
  expect(await sumFaults(server.database)).toEqual([]);
  await foldSums(server.database);
  expect(await sumFaults(server.database)).toEqual([]);
}

test('PTPs kept, broken, revised and withdrawn, and loans that transfer, close and open', async () => {
  await note(loans.slice(0, 12), 1, '2026-11-05T10:00:00+05:30', '2026-11-12');
  await note(loans.slice(6, 18), 1, '2026-10-05T10:00:00+05:30', '2026-11-25');
  await note(loans.slice(0, 9), 2, '2026-11-06T10:00:00+05:30');
  await note(loans.slice(3, 5), 4, '2026-11-07T10:00:00+05:30');
  await note(loans.slice(3, 5), 900, '2026-11-07T11:00:00+05:30');
  await pay(loans.slice(0, 4));
  await judged();
  const states = await server.database.rows<{ state: string }>(
    sql`select distinct state from promises order by 1`,
  );
  expect(states.map(({ state }) => state)).toEqual(['broken', 'kept', 'open']);
  await holds();
  await changeLoans(
    server.database,
    sql`update loans set assignee_id = ${outsider.id} where id = any(${loans.slice(0, 2)})`,
  );
  await changeLoans(server.database, sql`update loans set assignee_id = null where id = ${loans[2]}`);
  await change(sql`update loans set is_active = false where id = any(${loans.slice(3, 8)})`);
  await holds();
  await changeDispositions(
    server.database,
    sql`update borrower_dispositions set action_date = '2026-11-28', amount = 7000 where loan_id = ${loans[9]}`,
  );
  await changeDispositions(
    server.database,
    sql`update borrower_dispositions set disposition_id = 900 where loan_id = ${loans[10]}`,
  );
  await changeDispositions(
    server.database,
    sql`update borrower_dispositions set disposition_id = 1, action_date = null where loan_id = ${loans[8]}`,
  );
  await changePayments(server.database, sql`delete from payments where loan_id = ${loans[0]}`);
  await judged();
  await change(sql`update loans set is_active = true where id = any(${loans.slice(3, 5)})`);
  await judged();
  await holds();
  await change(sql`select all_sums_anew()`);
  await holds();
});

test('some loans are listed next to their totals, whichever user recorded them', async () => {
  const mine = loans.slice(12, 16);
  await note(mine, 3, '2026-11-15T10:00:00+05:30');
  await change(sql`update borrower_dispositions set user_id = ${outsider.id} where disposition_id = 3`);
  const told = (await leader.call(loanStats.classification, {})).find(
    ({ title }) => title === 'FinalSettlement',
  );
  expect(told).toEqual({ title: 'FinalSettlement', count: 4, amount: 200, loanIds: mine });
  await note(mine, 1, '2026-11-16T10:00:00+05:30', '2026-11-20');
  await change(
    sql`update borrower_dispositions set user_id = ${outsider.id} where action_date = '2026-11-20'`,
  );
  expect((await leader.call(teamDashboard.promises, {})).FTD).toEqual({
    count: 4,
    amount: 200,
    loanIds: mine,
  });
});

test('a loan reassigned while its PTP is judged transfers the result along', async () => {
  const loan = loans[17] ?? 0;
  await note([loan], 1, '2026-11-05T10:00:00+05:30', '2026-11-11');
  const mover = await server.database.connect();
  await mover.query('begin');
  await changeLoans(txOn(mover), sql`update loans set assignee_id = ${outsider.id} where id = ${loan}`);
  // Judging does not block on loans, and locks none needed by a concurrent disposition.
  await judged();
  const stateOf = () =>
    server.database.one(sql`select state from promises where loan_id = ${loan} and due_on = '2026-11-11'`);
  expect(await stateOf()).toEqual({ state: 'open' });
  await mover.query('commit');
  mover.release();
  await judged();
  expect(await stateOf()).toEqual({ state: 'broken' });
  await holds();
});

test('promises of many loans are judged in pieces', async () => {
  await change(sql`
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, total_outstanding)
    select 1, 1, borrower_id, 'P' || n, 'Asha', ${outsider.id}, 100000 from loans, generate_series(1, 600) n where id = ${loans[0]}`);
  const many = await server.database.rows<{ id: number }>(
    sql`select id from loans where loan_number like 'P%'`,
  );
  const ids = many.map(({ id }) => id);
  await note(ids, 1, '2026-11-01T10:00:00+05:30', '2026-11-03');
  await judged();
  const pieces = await server.database.one<{ judged: number; most: number }>(sql`
    select sum(n)::int as judged, max(n)::int as most from (
      select count(*) as n from promises where loan_id = any(${ids}) and state = 'broken' group by judged_at) x`);
  expect(pieces?.judged).toBe(600);
  expect(pieces?.most).toBeLessThanOrEqual(500);
  await holds();
});
