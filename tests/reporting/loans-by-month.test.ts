/**
 * Pages with this month's loan results equal the rows, before and after aggregation, for every viewer (decision 560).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charts } from '../../src/contexts/reporting/contract/charts.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { foldSums, forgetSums, rebuildSums } from '../../src/contexts/reporting/server/sums.ts';
import { type Fragment, compile, sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { notingReads } from '../statements.ts';
import { sumFaults } from './sums.ts';
import { changeDispositions, changeLoans, changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
let leader: Caller;
let agents: Caller[];
let loans: number[];
let asked: string[] = [];
const through = notingReads((fragment) => {
  asked.push(compile(fragment).text);
});
const clock = { now: () => new Date('2026-11-20T12:30:00Z') };

beforeAll(async () => {
  server = await boot({ through, clock });
  admin = await server.person({ roleType: 'system_admin' });
  leader = await server.person({ roleType: 'tech_lead' });
  agents = [
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
    await server.person({ roleType: 'agent', reportingTo: leader.id }),
    await server.person({ roleType: 'agent' }),
  ];
  await server.database.run(
    sql`insert into dispositions (id, name, type, priority) values (900, 'Refused', 'disposition', 99)`,
  );
  loans = (
    await server.database.rows<{ id: number }>(sql`
      with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
      insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, total_outstanding)
      select 1 + n % 2, 1, b.id, 'M' || n, 'Asha', (${agents.map(({ id }) => id)}::bigint[])[n % 4], 1000 * n
      from b, generate_series(1, 40) n order by n returning id`)
  ).map(({ id }) => id);
});
afterAll(() => server.stop());

const change = (query: Fragment) => server.database.run(query);
const note = async (which: number[], kind: number, day: string, due: string | null = null) => {
  await changeDispositions(
    server.database,
    sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date, effective_at)
    select l.id, l.borrower_id, ${admin.id}, ${kind}, 5000, ${due}::date, (${day}::date + interval '10 hours') at time zone 'Asia/Kolkata'
    from loans l where l.id = any(${which})`,
  );
  await change(sql`update loans set last_disposition_id = ${kind} where id = any(${which})`);
};
const pay = (which: number[], day: string, realized = true) =>
  changePayments(
    server.database,
    sql`
    insert into payments (loan_id, user_id, amount, payment_date, realized, source, mode)
    select id, ${admin.id}, 5000, ${day}::date, ${realized}, 'DISPOSITION', 'UPI' from loans where id = any(${which})`,
  );
const call = (which: number[], day: string, isSpoken: boolean) =>
  change(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, bridged_at, ended_at)
    select l.id, ${admin.id}, 'outbound', 'manual', 'ended', 'busy', t, t, case when ${isSpoken} then t end, t + interval '9 s'
    from loans l, (select ${day}::date + interval '10 hours' as t) t where l.id = any(${which})`);
const visit = (which: number[], day: string, outcome: string) =>
  change(sql`
    insert into visits (loan_id, borrower_id, user_id, visit_key, outcome, place, effective_at)
    select l.id, l.borrower_id, ${admin.id}, gen_random_uuid(), ${outcome}, 'none', t
    from loans l, (select ${day}::date + interval '10 hours' as t) t where l.id = any(${which})`);
const state = (which: number[], to: string) =>
  change(sql`update promises set state = ${to} where loan_id = any(${which})`);

const theirs = (who: Caller): Fragment =>
  who === admin
    ? sql`true`
    : sql`l.assignee_id in (select user_id from user_below where ancestor_id = ${leader.id})`;
/** Each loan with its activities, from the rows. */
const looked = (who: Caller, client: number | undefined): Fragment => sql`
  select l.*, o.loan_id is not null as is_noted, coalesce(o.reached, false) as reached, coalesce(o.promised, false) or q.loan_id is not null as promised,
    coalesce(q.kept, false) as kept, coalesce(k.calls, 0) as calls, coalesce(k.spoken, 0) as spoken, v.loan_id is not null as is_visited,
    coalesce(v.met, false) as met, exists (select from payments p where p.loan_id = l.id and p.realized and p.status = 'success'
      and p.payment_date between '2026-11-01' and '2026-11-20') as has_paid,
    exists (select from payments p where p.loan_id = l.id and p.status = 'success' and p.payment_date >= '2026-11-01') as is_paid,
    exists (select from payments p where p.loan_id = l.id and p.realized and p.status = 'success' and p.payment_date >= '2026-11-01') as is_realized
  from loans l
    left join (select loan_id, bool_or(disposition_id < 5) as reached, bool_or(disposition_id = 1) as promised from borrower_dispositions
      where effective_at >= '2026-11-01T00:00+05:30' group by 1) o on o.loan_id = l.id
    left join (select loan_id, bool_or(state = 'kept') as kept from promises
      where state <> 'void_inactive' and due_on between '2026-11-01' and '2026-11-30' group by 1) q on q.loan_id = l.id
    left join (select loan_id, count(*) as calls, count(*) filter (where talk_duration > 0) as spoken from cdr
      where start_time >= '2026-11-01T00:00+05:30' group by 1) k on k.loan_id = l.id
    left join (select loan_id, bool_or(outcome = 'met') as met from visits
      where effective_at >= '2026-11-01T00:00+05:30' group by 1) v on v.loan_id = l.id
  where ${theirs(who)} and ${client === undefined ? sql`true` : sql`l.client_id = ${client}`}`;

const funnelOf = (who: Caller, client: number | undefined) =>
  server.database.one(sql`
    select (count(*) filter (where is_active))::int as loans,
      (count(*) filter (where is_active and (calls > 0 or is_visited or is_noted or promised)))::int as tried,
      (count(*) filter (where is_active and (spoken > 0 or met or reached or promised)))::int as answered,
      (count(*) filter (where is_active and (reached or promised)))::int as "rightParty",
      (count(*) filter (where is_active and promised))::int as promised, (count(*) filter (where is_active and kept))::int as kept,
      (count(*) filter (where has_paid))::int as paid,
      (select coalesce(sum(p.amount), 0)::float8 / 100 from payments p join loans l on l.id = p.loan_id
        where p.realized and p.status = 'success' and p.payment_date between '2026-11-01' and '2026-11-20' and ${theirs(who)}
          and ${client === undefined ? sql`true` : sql`l.client_id = ${client}`}) as collected, due.*
    from (${looked(who, client)}) x cross join (
      select (count(*) filter (where p.lapses_on >= '2026-11-01'))::int as due,
        (count(*) filter (where p.lapses_on >= '2026-11-01' and p.state = 'kept'))::int as "keptOfDue",
        (count(*) filter (where p.lapses_on < '2026-11-01'))::int as "dueBefore",
        (count(*) filter (where p.lapses_on < '2026-11-01' and p.state = 'kept'))::int as "keptOfDueBefore"
      from promises p join loans l on l.id = p.loan_id
      where p.state <> 'void_inactive' and p.lapses_on between '2026-10-01' and '2026-11-19' and ${theirs(who)}
        and ${client === undefined ? sql`true` : sql`l.client_id = ${client}`}) due
    group by due.due, due."keptOfDue", due."dueBefore", due."keptOfDueBefore"`);
async function funnelHolds(who: Caller, client?: number): Promise<void> {
  const clientIds = client === undefined ? {} : { clientIds: [client] as never };
  // PTPs are judged meanwhile: compares rows unchanged before and after.
  for (let before = await funnelOf(who, client); ;) {
    const told = await who.call(charts.funnel, clientIds);
    const after = await funnelOf(who, client);
    if (JSON.stringify(before) === JSON.stringify(after)) return expect(told).toMatchObject(after ?? {});
    before = after;
  }
}
async function standingHolds(who: Caller): Promise<void> {
  const told = await who.call(teamDashboard.standing, {});
  const conditions: Readonly<Record<string, Fragment>> = {
    'Not Attempted': sql`calls = 0`,
    'Not Connected': sql`calls > 0 and spoken = 0`,
    'Negative Dispo': sql`last_disposition_id not in (1, 3, 4) and not is_paid`,
    'Positive Unpaid': sql`last_disposition_id in (1, 3, 4) and not is_realized`,
  };
  for (const { title, count, amount, loanIds } of told) {
    const rows = await server.database.rows<{ id: number; total: number }>(sql`
      select id, total_outstanding as total from (${looked(who, undefined)}) x
      where is_active and ${conditions[title] ?? sql`false`} order by id`);
    expect([title, count, amount, loanIds.toSorted((a, b) => a - b)]).toEqual([
      title,
      rows.length,
      rows.reduce((sum, { total }) => sum + total, 0) / 100,
      rows.map(({ id }) => id),
    ]);
  }
}
async function holds(): Promise<void> {
  for (let folded = 0; folded < 2; folded += 1) {
    expect(await sumFaults(server.database)).toEqual([]);
    for (const who of [admin, leader]) {
      await standingHolds(who);
      for (const client of [undefined, 2]) await funnelHolds(who, client);
    }
    await foldSums(server.database);
  }
}

test('calls, visits, dispositions, PTPs and payments of this month and others', async () => {
  await holds();
  await call(loans.slice(0, 10), '2026-11-03', false);
  await call(loans.slice(5, 12), '2026-11-04', true);
  await call(loans.slice(20, 24), '2026-10-04', true);
  await visit(loans.slice(10, 14), '2026-11-05', 'locked');
  await visit(loans.slice(13, 16), '2026-11-06', 'met');
  await holds();
  await note(loans.slice(2, 18), 900, '2026-11-07');
  await note(loans.slice(16, 20), 2, '2026-11-07');
  await note(loans.slice(22, 26), 1, '2026-10-20', '2026-11-25');
  await note(loans.slice(24, 30), 1, '2026-11-08', '2026-12-05');
  await note(loans.slice(28, 34), 3, '2026-10-09');
  await note(loans.slice(34, 38), 1, '2026-10-09', '2026-10-12');
  await note(loans.slice(36, 40), 1, '2026-11-02', '2026-11-12');
  await pay(loans.slice(0, 4), '2026-11-10');
  await pay(loans.slice(3, 9), '2026-11-11', false);
  await pay(loans.slice(8, 11), '2026-11-28');
  await pay(loans.slice(26, 30), '2026-11-10');
  await pay(loans.slice(30, 36), '2026-10-10');
  await holds();
});

test('corrections, reversals and undos, loans that transfer, close, owe less and are deleted', async () => {
  await state(loans.slice(22, 24), 'kept');
  await state(loans.slice(24, 25), 'void_inactive');
  await state(loans.slice(35, 37), 'kept');
  await changePayments(
    server.database,
    sql`update payments set status = 'reversed' where loan_id = any(${loans.slice(0, 2)})`,
  );
  await changePayments(server.database, sql`update payments set realized = true where loan_id = ${loans[4]}`);
  await changePayments(
    server.database,
    sql`update payments set payment_date = '2026-10-31' where loan_id = ${loans[3]}`,
  );
  await changePayments(server.database, sql`delete from payments where loan_id = ${loans[26]}`);
  await change(
    sql`update borrower_dispositions set effective_at = effective_at - interval '30 days' where loan_id = ${loans[12]}`,
  );
  await change(sql`delete from borrower_dispositions where loan_id = ${loans[25]}`);
  await change(
    sql`update borrower_dispositions set user_id = ${agents[0]?.id ?? 0} where loan_id = ${loans[13]}`,
  );
  await change(sql`update borrower_dispositions set sub_disposition_id = 900 where loan_id = ${loans[15]}`);
  await change(sql`update visits set outcome = 'met' where loan_id = ${loans[11]}`);
  await change(sql`delete from visits where loan_id = ${loans[14]}`);
  await change(sql`update call_attempts set bridged_at = null where loan_id = ${loans[6]}`);
  await change(sql`delete from call_attempts where loan_id = ${loans[1]}`);
  await holds();
  await changeLoans(
    server.database,
    sql`update loans set assignee_id = ${agents[2]?.id ?? 0} where id = any(${loans.slice(0, 8)})`,
  );
  await changeLoans(
    server.database,
    sql`update loans set assignee_id = null where id = any(${loans.slice(8, 10)})`,
  );
  await changeLoans(
    server.database,
    sql`update loans set assignee_id = ${agents[2]?.id ?? 0} where id = any(${loans.slice(36, 38)})`,
  );
  await change(sql`update loans set is_active = false where id = any(${loans.slice(15, 18)})`);
  await change(sql`update loans set total_outstanding = 7 where id = any(${loans.slice(2, 30)})`);
  await holds();
  await change(sql`delete from call_attempts where loan_id = any(${loans.slice(4, 6)})`);
  await changePayments(server.database, sql`delete from payments where loan_id = any(${loans.slice(4, 6)})`);
  await change(sql`delete from borrower_dispositions where loan_id = any(${loans.slice(4, 6)})`);
  await change(sql`delete from loans where id = any(${loans.slice(4, 6)})`);
  await change(sql`update loans set is_active = true where id = any(${loans.slice(15, 16)})`);
  await holds();
});

test('totals rebuilt from the rows are equal', async () => {
  await rebuildSums(server.database, clock.now());
  await holds();
});

test('neither activities nor all loans are read for them', async () => {
  asked = [];
  await admin.call(charts.funnel, {});
  await admin.call(teamDashboard.standing, {});
  expect(asked.filter((text) => text.includes('month_counts_now'))).toHaveLength(2);
  expect(asked.filter((text) => /\b(borrower_dispositions|visits|cdr|call_attempts)\b/.test(text))).toEqual(
    [],
  );
});

test('past months are deleted, except the last and loan facts', async () => {
  const months = () =>
    server.database.rows(
      sql`select distinct month::text from month_loans union select distinct month::text from month_counts order by 1`,
    );
  const before = await months();
  await forgetSums(server.database, clock.now());
  expect(await months()).toEqual(before);
  await forgetSums(server.database, new Date('2027-01-20T12:30:00Z'));
  expect(await months()).toEqual([{ month: '-infinity' }, { month: '2026-12-01' }]);
});
