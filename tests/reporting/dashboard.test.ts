import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard, loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let leader: Caller;
let agent: Caller;
let other: Caller;
let fresh = 0;
let old = 0;

async function loanOf(number: string, assignee: number, assignedAt: string): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, client_borrower_id, name) values (1, ${number}, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, assigned_at, principal_outstanding,
      total_outstanding, payment_history_status)
    select 1, 1, id, ${number}, ${assignee}, ${assignedAt}, 100000, 150000, 'Last Month' from b returning id`);
  return made?.id ?? 0;
}
const called = (loan: number, user: number, day: string, talk: number) =>
  server.database.run(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, bridged_at, ended_at)
    select ${loan}, ${user}, 'outbound', 'manual', 'ended', ${talk ? 'connected' : 'busy'}, t, t, case when ${talk > 0} then t end,
      t + make_interval(secs => ${talk + 1}) from (select ${`${day}T11:00:00+05:30`}::timestamptz as t) t`);
const noted = (
  loan: number,
  kind: number,
  o: { sub?: number; amount?: number; due?: string; day?: string } = {},
) =>
  server.database.run(sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, sub_disposition_id, amount, action_date, effective_at)
    select id, borrower_id, assignee_id, ${kind}, ${o.sub ?? null}, ${o.amount ?? null}, ${o.due ?? null},
      ${`${o.day ?? '2026-11-20'}T12:00:00+05:30`} from loans where id = ${loan}`);
const paid = (loan: number, amount: number, day: string, realized: boolean) =>
  changePayments(
    server.database,
    sql`insert into payments (loan_id, amount, payment_date, realized, source)
    values (${loan}, ${amount}, ${day}, ${realized}, 'DISPOSITION')`,
  );

let reason = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date('2026-11-20T12:30:00Z') } });
  leader = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: leader.id });
  other = await server.person({ roleType: 'agent' });
  fresh = await loanOf('NEW', agent.id, '2026-11-02T10:00:00+05:30');
  old = await loanOf('OLD', agent.id, '2026-10-31T10:00:00+05:30');
  await loanOf('THEIRS', other.id, '2026-11-02T10:00:00+05:30');
  const made = await server.database.one<{ id: number }>(
    sql`insert into dispositions (name, type, parent_id) values ('After harvest', 'subDisposition', 1) returning id`,
  );
  reason = made?.id ?? 0;
  await called(fresh, agent.id, '2026-11-20', 40);
  await called(fresh, agent.id, '2026-11-20', 0);
  await called(old, agent.id, '2026-11-03', 10);
  await called(old, agent.id, '2026-09-03', 0);
  await noted(fresh, 1, { sub: reason, amount: 50_000, due: '2026-11-25' });
  await noted(old, 1, { amount: 20_000, due: '2026-12-01' });
  await noted(old, 2, { day: '2026-10-01' });
  await paid(fresh, 30_000, '2026-11-20', true);
  await paid(old, 10_000, '2026-11-02', false);
  await paid(old, 40_000, '2026-10-02', true);
  await server.database.run(
    sql`insert into user_targets (user_id, year, month, amount) values (${agent.id}, 2026, 11, 90000), (${agent.id}, 2026, 10, 40000)`,
  );
  await server.database.run(sql`insert into settlements (loan_id, user_id, amount, settlement_date)
    values (${old}, ${agent.id}, 70000, '2026-11-30')`);
});
afterAll(() => server.stop());

test('loans are grouped by allocation date, with their balances', async () => {
  expect(await agent.call(dashboard.allocation, {})).toEqual({
    oldCount: 1,
    newCount: 1,
    oldLoanIds: [old],
    newLoanIds: [fresh],
    pos: 2000,
    tos: 3000,
  });
  expect(await leader.call(dashboard.allocation, {})).toMatchObject({ oldCount: 1, newCount: 1 });
  expect(await other.call(dashboard.allocation, {})).toMatchObject({ oldCount: 0, newCount: 1 });
});

test('calls are counted today, this month and ever', async () => {
  const rows = await agent.call(loanStats.calls, {});
  expect(rows.map(({ title, FTD, MTD, overAll }) => [title, FTD.count, MTD.count, overAll.count])).toEqual([
    ['Total Calls', 2, 3, 4],
    ['Connected', 1, 2, 2],
    ['Not Connected', 1, 1, 2],
    ['Unique Attempted', 1, 2, 2],
  ]);
  expect(rows[1]).toMatchObject({ FTD: { loanIds: [fresh] }, MTD: { loanIds: [fresh, old] } });
  expect((await other.call(loanStats.calls, {}))[0]).toMatchObject({ overAll: { count: 0, loanIds: [] } });
});

test('money is shown realised and unrealised, next to the target of the month', async () => {
  expect(await agent.call(loanStats.payments, {})).toEqual([
    {
      title: 'realized',
      FTD: { amount: 300, count: 1 },
      MTD: { amount: 300, count: 1 },
      overAll: { amount: 700, count: 2 },
      target: 900,
    },
    {
      title: 'unrealized',
      FTD: { amount: 0, count: 0 },
      MTD: { amount: 100, count: 1 },
      overAll: { amount: 100, count: 1 },
      target: null,
    },
  ]);
  // A leader without a target has the team's.
  expect((await leader.call(loanStats.payments, {}))[0]?.target).toBe(900);
});

test('PTPs of this month are grouped by reason, dispositions by kind, settlements by state', async () => {
  expect(await agent.call(loanStats.promises, {})).toEqual([
    { id: reason, title: 'After harvest', count: 1, amount: 500 },
  ]);
  expect(await agent.call(loanStats.classification, {})).toEqual([
    { title: 'Payment', count: 0, amount: 0, loanIds: [] },
    { title: 'PTP', count: 2, amount: 700, loanIds: [fresh, old] },
    { title: 'Followup', count: 0, amount: 0, loanIds: [] },
    { title: 'FinalSettlement', count: 0, amount: 0, loanIds: [] },
  ]);
  expect(await agent.call(loanStats.settlements, {})).toEqual([
    { title: 'Inprogress', count: 1, amount: 700 },
  ]);
  // Last month's usual dispositions are listed on the first day, with zero.
  expect(await agent.call(dashboard.topDispositions, {})).toEqual([
    { id: 1, title: 'PTP', count: 2 },
    { id: 2, title: 'Followup', count: 0 },
  ]);
  expect(await agent.call(dashboard.topSubDispositions, {})).toMatchObject([{ id: reason, count: 1 }]);
  expect(await other.call(loanStats.settlements, {})).toEqual([]);
});

test('loans are grouped by payment class and pattern', async () => {
  const classes = await agent.call(loanStats.statuses, {});
  expect(classes.find(({ title }) => title === 'Unpaid')).toMatchObject({ count: 2, amount: 3000 });
  const patterns = await agent.call(loanStats.histories, {});
  expect(patterns).toHaveLength(6);
  expect(patterns[2]).toEqual({ id: 3, title: 'Last Month', amount: 3000, loanIds: [fresh, old], cm: 300 });
});

test('half a year of targets and what was achieved', async () => {
  const [target, achieved, percentage] = await agent.call(loanStats.achievement, {});
  expect(Object.keys(target?.months ?? {}).toSorted()).toEqual([
    '062026',
    '072026',
    '082026',
    '092026',
    '102026',
    '112026',
  ]);
  expect(target?.months).toMatchObject({ '092026': null, '102026': 400, '112026': 900 });
  expect(achieved?.months).toMatchObject({ '092026': 0, '102026': 400, '112026': 300 });
  expect(percentage?.months).toMatchObject({ '092026': null, '102026': 100, '112026': 33.33 });
});

test('a sync recomputes the loans from their payments, and only those the caller sees', async () => {
  expect(await other.call(dashboard.sync, { userIds: [agent.id] as never })).toMatchObject({
    users: 0,
    loans: 0,
  });
  expect(await agent.call(dashboard.sync, {})).toMatchObject({ users: 1, loans: 2 });
  const classes = await agent.call(loanStats.statuses, {});
  expect(classes.find(({ title }) => title === 'Partially Paid')?.count).toBe(2);
  expect(await agent.call(dashboard.sync, {})).toMatchObject({ users: 1, loans: 0 });
});
