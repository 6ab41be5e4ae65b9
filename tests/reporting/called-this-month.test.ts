/** Pages with this month's calls equal the call rows, before and after aggregation, for every viewer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charts } from '../../src/contexts/reporting/contract/charts.ts';
import { loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { foldSums, rebuildSums } from '../../src/contexts/reporting/server/sums.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { notingReads } from '../statements.ts';

const clock = { now: () => new Date('2026-11-20T12:30:00Z') };
let server: TestServer;
let admin: Caller;
let leader: Caller;
let agents: Caller[];
let loans: number[];
let asked: string[] = [];
const through = notingReads((fragment) => {
  asked.push(compile(fragment).text);
});
const november = sql`'2026-11-01T00:00:00+05:30'`;

beforeAll(async () => {
  server = await boot({ through, clock });
  admin = await server.person({ roleType: 'system_admin' });
  leader = await server.person({ roleType: 'tech_lead' });
  agents = [
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
    await server.person({ roleType: 'agent' }),
  ];
  loans = (
    await server.database.rows<{ id: number }>(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
      insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, total_outstanding)
      select 1, 1, b.id, 'C' || n, 'Asha', (${agents.map(({ id }) => id)}::bigint[])[n % 4], 1000 * n
      from b, generate_series(1, 30) n returning id`)
  ).map(({ id }) => id);
});
afterAll(() => server.stop());

/** Adds calls to these loans on a day, the first with a talk. */
const call = (which: number[], many: number, day: string, by: number | null = null) =>
  server.database.run(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, bridged_at, ended_at)
    select l.id, coalesce(${by}, l.assignee_id), 'outbound', 'manual', 'ended', 'busy', t, t, case when n = 1 then t end, t + interval '9 s'
    from loans l, generate_series(1, ${many}) n, (select ${day}::date + interval '10 hours' as t) t
    where l.id = any(${which})`);
const change = (query: Fragment) => server.database.run(query);

interface Counted {
  id: number;
  calls: number;
  connected: number;
}
const of = (who: Caller): Fragment => (who === admin ? sql`true` : sql`in_team.id is not null`);
/** Active loans of a user with their calls of the month, from the rows. */
const loansOf = (who: Caller): Promise<Counted[]> =>
  server.database.rows<Counted>(sql`
    select l.id, count(k.id)::int as calls, (count(*) filter (where k.talk_duration > 0))::int as connected
    from loans l left join users in_team on in_team.id = l.assignee_id and in_team.reporting_to = ${leader.id}
      left join cdr k on k.loan_id = l.id and k.start_time >= ${november}
    where l.is_active and ${of(who)} group by l.id`);
const callsSaid = (who: Caller, since: Fragment) =>
  server.database.one<{ total: number; connected: number; unique: number; loanIds: number[] }>(sql`
    select count(*)::int as total, (count(*) filter (where k.talk_duration > 0))::int as connected,
      count(distinct k.loan_id)::int as unique,
      coalesce(array_agg(distinct k.loan_id) filter (where k.loan_id is not null), '{}') as "loanIds"
    from cdr k left join users in_team on in_team.id = k.user_id and in_team.reporting_to = ${leader.id}
    where ${of(who)} and ${since}`);
const bucketOf = (n: number): string =>
  ['0', '1', '2-5', '6-10', 'Above 10'][n < 2 ? n : n < 6 ? 2 : n < 11 ? 3 : 4] ?? '';
const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

async function holdsFor(who: Caller): Promise<void> {
  const counted = await loansOf(who);
  for (const { bucket, attempted, connected } of await who.call(teamDashboard.intensity, {})) {
    const those = (kind: 'calls' | 'connected') =>
      counted.filter((loan) => bucket === 'Total' || bucketOf(loan[kind]) === bucket).map(({ id }) => id);
    expect([bucket, attempted.count, sorted(attempted.loanIds)]).toEqual([
      bucket,
      those('calls').length,
      sorted(those('calls')),
    ]);
    expect([bucket, connected.count, sorted(connected.loanIds)]).toEqual([
      bucket,
      those('connected').length,
      sorted(those('connected')),
    ]);
  }
  const list = await who.call(teamDashboard.counted, {});
  expect(list.count).toBe(counted.length);
  expect(new Map(list.rows.map(({ id, calls, connected }) => [id, [calls, connected]]))).toEqual(
    new Map(counted.map(({ id, calls, connected }) => [id, [calls, connected]])),
  );
  expect(list.summary).toEqual({ amount: list.rows.reduce((sum, { amount }) => sum + amount, 0) });
  const standing = await who.call(teamDashboard.standing, {});
  expect(standing.slice(0, 2).map(({ count }) => count)).toEqual([
    counted.filter(({ calls }) => calls === 0).length,
    counted.filter(({ calls, connected }) => calls > 0 && connected === 0).length,
  ]);
  // No other activity.
  expect(await who.call(charts.funnel, {})).toMatchObject({
    loans: counted.length,
    tried: counted.filter(({ calls }) => calls > 0).length,
    answered: counted.filter(({ connected }) => connected > 0).length,
  });
  const told = await who.call(loanStats.calls, {});
  for (const [span, since] of [
    ['FTD', sql`k.start_time >= '2026-11-20T00:00:00+05:30'`],
    ['MTD', sql`k.start_time >= ${november}`],
    ['overAll', sql`true`],
  ] as const) {
    const said = await callsSaid(who, since);
    expect([span, ...told.map((row) => row[span].count)]).toEqual([
      span,
      said?.total,
      said?.connected,
      (said?.total ?? 0) - (said?.connected ?? 0),
      said?.unique,
    ]);
    expect(told[0]?.[span].loanIds).toEqual(sorted(said?.loanIds ?? []));
  }
}
async function holds(): Promise<void> {
  for (const who of [admin, leader]) await holdsFor(who);
  await foldSums(server.database);
  for (const who of [admin, leader]) await holdsFor(who);
}

test('calls, what is put right of them, other months, hand-overs and closings', async () => {
  await holds();
  await call(loans.slice(0, 20), 1, '2026-11-03');
  await call(loans.slice(4, 12), 4, '2026-11-20');
  await call(loans.slice(6, 9), 8, '2026-11-05', agents[2]?.id);
  await call(loans.slice(10, 25), 2, '2026-10-31');
  await holds();
  // Changes: no talk, another loan, no loan, another agent, another month, and deletion.
  await change(sql`update call_attempts set bridged_at = null where loan_id = ${loans[4]}`);
  await change(sql`update call_attempts set loan_id = ${loans[28]} where loan_id = ${loans[5]}`);
  await change(sql`update call_attempts set loan_id = null where loan_id = ${loans[12]}`);
  await change(sql`update call_attempts set user_id = ${agents[2]?.id ?? 0} where loan_id = ${loans[8]}`);
  await change(
    sql`update call_attempts set dialed_at = dialed_at - interval '30 days' where loan_id = ${loans[9]}`,
  );
  await change(
    sql`update call_attempts set dialed_at = dialed_at + interval '12 days' where loan_id = ${loans[11]} and dialed_at < ${november}`,
  );
  await change(sql`delete from call_attempts where loan_id = ${loans[13]}`);
  await holds();
  await change(
    sql`update loans set assignee_id = ${agents[2]?.id ?? 0} where id = any(${loans.slice(0, 5)})`,
  );
  await change(sql`update loans set assignee_id = null where id = any(${loans.slice(14, 16)})`);
  await change(sql`update loans set is_active = false where id = any(${loans.slice(6, 8)})`);
  await holds();
  await call(loans.slice(6, 8), 1, '2026-11-20');
  await change(
    sql`update loans set is_active = true, assignee_id = ${agents[0]?.id ?? 0} where id = ${loans[6]}`,
  );
  await holds();
});

test('totals rebuilt from the rows are equal', async () => {
  await rebuildSums(server.database, clock.now());
  await holds();
});

test('no call of the month is read for them, but those of today', async () => {
  asked = [];
  await admin.call(teamDashboard.intensity, {});
  await admin.call(teamDashboard.standing, {});
  await admin.call(teamDashboard.counted, { attempted: '1' });
  await admin.call(loanStats.calls, {});
  await leader.call(loanStats.calls, {});
  expect(asked.filter((text) => /called_(loans|counts)|month_loans/.test(text))).toHaveLength(6);
  expect(asked.filter((text) => /\b(cdr|call_attempts)\b/.test(text))).toHaveLength(2);
  // Across all loans, totals alone have the numbers and balances.
  asked = [];
  await admin.call(teamDashboard.counted, {});
  expect(asked.filter((text) => /\bloans l\b/.test(text))).toHaveLength(1);
});
