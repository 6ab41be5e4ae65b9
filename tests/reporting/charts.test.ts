import { afterAll, beforeAll, expect, test } from 'vitest';
import { charts } from '../../src/contexts/reporting/contract/charts.ts';
import { loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { communicationDashboard } from '../../src/contexts/messaging/contract/communication-dashboard.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { foldSums, forgetHours } from '../../src/contexts/reporting/server/sums.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changeDispositions, changePayments } from '../world.ts';

let server: TestServer;
let admin: Caller;
let leader: Caller;
let agent: Caller;
let other: Caller;
const loans: Record<string, number> = {};

async function loanOf(name: string, assignee: number, dpd: number | null): Promise<void> {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding, dpd)
    select 1, 1, id, ${name}, ${assignee}, 100000, ${dpd} from b returning id`);
  loans[name] = made?.id ?? 0;
}
const called = (loan: string, user: number, at: string, talk: number) =>
  server.database.run(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, bridged_at, ended_at)
    select ${loans[loan]}, ${user}, 'outbound', 'manual', 'ended', ${talk ? 'connected' : 'busy'}, t, t,
      case when ${talk > 0} then t end, t + make_interval(secs => ${talk + 1}) from (select ${at}::timestamptz as t) t`);
const noted = (loan: string, kind: number, o: { amount?: number; due?: string } = {}) =>
  changeDispositions(
    server.database,
    sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date, effective_at)
    select id, borrower_id, assignee_id, ${kind}, ${o.amount ?? null}, ${o.due ?? null}, '2026-11-10T12:00:00+05:30'
    from loans where id = ${loans[loan]}`,
  );
const paid = (loan: string, amount: number, day: string, realized = true) =>
  changePayments(
    server.database,
    sql`insert into payments (loan_id, amount, payment_date, realized, source)
    values (${loans[loan]}, ${amount}, ${day}, ${realized}, 'DISPOSITION')`,
  );
const wrote = (loan: string, status: string, at: string, answer?: string) =>
  server.database.run(sql`insert into messages (loan_id, channel, status, created_at, response_type)
    values (${loans[loan]}, 'sms', ${status}, ${at}, ${answer ?? null})`);

beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date('2026-11-20T12:30:00Z') } });
  admin = await server.person({ roleType: 'admin', flags: ['list_payment', 'admin_dashboard'] });
  leader = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: leader.id });
  other = await server.person({ roleType: 'agent' });
  for (const [name, dpd] of [
    ['untouched', 0],
    ['rung', 30],
    ['spoken', 45],
    ['promised', 91],
    ['kept', 400],
  ] as const)
    await loanOf(name, agent.id, dpd);
  await loanOf('theirs', other.id, null);
  // A Monday, ten in the morning in India, and six in the evening of a Tuesday.
  await called('rung', agent.id, '2026-11-09T10:20:00+05:30', 0);
  await called('spoken', agent.id, '2026-11-09T10:50:00+05:30', 30);
  await called('theirs', other.id, '2026-11-10T18:00:00+05:30', 5);
  await noted('promised', 1, { amount: 20_000, due: '2026-11-25' });
  await noted('kept', 1, { amount: 30_000, due: '2026-11-12' });
  await server.database
    .run(sql`update promises set state = 'kept', due_on = '2026-11-12', lapses_on = '2026-11-14'
    where loan_id = ${loans['kept']}`);
  await paid('kept', 30_000, '2026-11-12');
  await paid('kept', 5000, '2026-11-12', false);
  await paid('kept', 10_000, '2026-10-05');
  await paid('spoken', 40_000, '2026-10-25');
  await paid('theirs', 7000, '2026-11-02');
  await wrote('kept', 'read', '2026-11-08T09:00:00+05:30', 'Ready to Pay');
  await wrote('kept', 'delivered', '2026-11-09T09:00:00+05:30');
  await wrote('rung', 'failed', '2026-11-09T09:00:00+05:30');
  await wrote('spoken', 'sent', '2026-11-09T09:00:00+05:30');
  await server.database.run(
    sql`insert into user_targets (user_id, year, month, amount) values (${agent.id}, 2026, 11, 90000)`,
  );
});
afterAll(() => server.stop());

test("the days of a month add up to the dashboards' collections, for every viewer", async () => {
  const mine = await agent.call(charts.month, {});
  expect(mine).toMatchObject({
    today: '2026-11-20',
    length: 30,
    target: 900,
    collected: 300,
    collectedBefore: 100,
    // Three times last month's pace: the 400 of its last days are 1,200 now.
    heading: 1500,
  });
  expect(mine.days).toHaveLength(20);
  expect(mine.days[11]).toEqual({ day: '2026-11-12', collected: 300, calls: 0, connected: 0, promises: 0 });
  expect(mine.days[8]).toMatchObject({ calls: 2, connected: 1 });
  expect(mine.before).toHaveLength(31);
  const realized = (await agent.call(loanStats.payments, {})).find(({ title }) => title === 'realized');
  expect(mine.collected).toBe(realized?.MTD.amount);
  const team = await leader.call(charts.month, {});
  expect([team.collected, team.target]).toEqual([
    (await leader.call(teamDashboard.target, {})).achieved,
    (await leader.call(teamDashboard.target, {})).target,
  ]);
  expect((await admin.call(charts.month, {})).collected).toBe(370);
});

test('a day opens the payments that make up its sum', async () => {
  const { days } = await admin.call(charts.month, {});
  for (const { day, collected } of days.filter((one) => one.collected > 0))
    expect(
      (await admin.call(payments.total, { type: 'REALIZED', fromDate: day, toDate: day })).totalAmount,
    ).toBe(collected);
});

test('calls of a day are those of the list of calls, also one that no agent took', async () => {
  await server.database.run(sql`
    insert into call_attempts (loan_id, direction, mode, state, outcome, claimed_at, dialed_at, answered_at, ended_at)
    select ${loans['rung']}, 'inbound', 'inbound', 'ended', 'abandoned', t, t, t, t + interval '20 seconds'
    from (select '2026-11-11T11:00:00+05:30'::timestamptz as t) t`);
  const callsOn = async (who: Caller, day: string, filter = {}) =>
    (await who.call(charts.month, filter)).days.find((one) => one.day === day)?.calls;
  const listed = async (day: string) =>
    (await admin.call(calls.list, { startDate: day, endDate: day })).count;
  const byLender = { clientIds: [1] as never };
  for (const [day, n] of [
    ['2026-11-09', 2],
    ['2026-11-10', 1],
    ['2026-11-11', 1],
  ] as const)
    expect([day, await callsOn(admin, day), await callsOn(admin, day, byLender), await listed(day)]).toEqual([
      day,
      n,
      n,
      n,
    ]);
  // Teams have their agents' calls.
  expect([await callsOn(leader, '2026-11-09'), await callsOn(leader, '2026-11-11')]).toEqual([2, 0]);
  await server.database.run(sql`delete from call_attempts where user_id is null`);
});

test('loans on their way to money: each step is part of the one before', async () => {
  expect(await leader.call(charts.funnel, {})).toMatchObject({
    loans: 5,
    tried: 4,
    answered: 3,
    rightParty: 2,
    promised: 2,
    kept: 1,
    paid: 1,
    collected: 300,
    due: 1,
    keptOfDue: 1,
  });
  expect(await other.call(charts.funnel, {})).toMatchObject({
    loans: 1,
    tried: 1,
    answered: 1,
    rightParty: 0,
  });
});

test('loans by age, those without one at the end', async () => {
  expect((await leader.call(charts.ageing, {})).buckets).toEqual([
    { bucket: '0', loans: 1, amount: 1000 },
    { bucket: '1-30', loans: 1, amount: 1000 },
    { bucket: '31-60', loans: 1, amount: 1000 },
    { bucket: '91-180', loans: 1, amount: 1000 },
    { bucket: 'Above 180', loans: 1, amount: 1000 },
  ]);
  expect((await admin.call(charts.ageing, {})).buckets.at(-1)).toMatchObject({ bucket: 'unknown', loans: 1 });
});

test('a day of promises opens as many rows, and the days so far are the insight’s', async () => {
  const { days } = await leader.call(charts.promises, {});
  expect(days).toEqual([
    { day: '2026-11-12', count: 1, amount: 300, kept: 1, broken: 0 },
    { day: '2026-11-25', count: 1, amount: 200, kept: 0, broken: 0 },
  ]);
  const listed = await leader.call(borrowerDispositions.list, {
    module: 'PTP',
    startDate: '2026-11-12',
    endDate: '2026-11-12',
  });
  expect(listed.rows.map(({ amount }) => amount)).toEqual([300]);
  const { MTD } = await leader.call(teamDashboard.promises, {});
  expect([MTD.count, MTD.amount]).toEqual([1, 300]);
});

test('calls are grouped by hour and weekday of India', async () => {
  expect(await leader.call(charts.hours, {})).toMatchObject({
    from: '2026-10-24',
    cells: [{ weekday: 1, hour: 10, calls: 2, connected: 1 }],
  });
  expect((await admin.call(charts.hours, {})).cells).toHaveLength(2);
  expect((await admin.call(charts.hours, { clientIds: [2] as never })).cells).toEqual([]);
});

test('hours are read from totals alone, aggregated or not, and are deleted after forty days', async () => {
  const before = await leader.call(charts.hours, {});
  await foldSums(server.database);
  expect(await leader.call(charts.hours, {})).toEqual(before);
  const kept = () => server.database.rows(sql`select from call_hours`);
  expect(await kept()).not.toEqual([]);
  await forgetHours(server.database, new Date(`${before.from}T00:00:00+05:30`));
  expect(await leader.call(charts.hours, {})).toEqual(before);
  await forgetHours(server.database, new Date('2027-01-10T00:00:00+05:30'));
  expect(await kept()).toEqual([]);
  await server.database.run(sql`select count_call_hours()`);
  expect(await leader.call(charts.hours, {})).toEqual(before);
});

test('messages: sent includes delivered, delivered includes read, with payments of the week after', async () => {
  const told = await admin.call(charts.messages, {});
  const sms = told.find(({ channel }) => channel === 'sms');
  expect(sms).toEqual({
    channel: 'sms',
    sent: 3,
    delivered: 2,
    read: 1,
    answered: 1,
    loans: 2,
    paid: 1,
    collected: 300,
  });
  const { smsSummary = [] } = await admin.call(communicationDashboard.smsSummary, {});
  const failed = smsSummary.find(({ status }) => status === 'failed')?.count ?? 0;
  expect((sms?.sent ?? 0) + failed).toBe(smsSummary.find(({ status }) => status === 'TOTAL')?.count);
  expect((await admin.call(charts.messages, { startDate: '2026-11-10' }))[1]).toMatchObject({ sent: 0 });
  expect((await other.call(charts.messages, {}))[1]).toMatchObject({ sent: 0 });
});

test('client users see none of it', async () => {
  const lender = await server.person({ roleType: 'client' });
  expect((await refusal(lender.call(charts.month, {}))).body.code).toBe('FORBIDDEN');
});
