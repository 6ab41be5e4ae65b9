import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { blockOf } from '../../src/contexts/contact/contract/contact-block.ts';
import { inTurn, reasonsOf } from '../../src/contexts/work/contract/today-rules.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
import { judgeWaiting } from '../../src/contexts/work/server/promises/jobs.ts';
import { judgeWaitingPlans } from '../../src/contexts/settlements/server/plans/keep.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { appendContacts } from '../contacts.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { changeLoans } from '../world.ts';

let now = new Date('2026-11-20T06:00:00Z');
const clock = { now: () => now };
let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
beforeAll(async () => {
  server = await boot({ demo: true, clock });
  lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());

/** Until nothing is pending, for any worker: locked rows exist until completed. */
const settled = () =>
  expect
    .poll(
      async () => {
        await judgeWaiting(server.database, clock);
        await judgeWaitingPlans(server.database, clock);
        const left = await server.database.one<{ n: number }>(sql`
          select (select count(*) from promise_queue) + (select count(*) from promises
              where state = 'open' and lapses_on < ${businessDay(now)})
            + (select count(*) from settlement_queue) + (select count(*) from settlement_plans
              where state in ('offered', 'accepted', 'running', 'late') and judged_on < ${businessDay(now)}) as n`);
        return left?.n;
      },
      { interval: 20 },
    )
    .toBe(0);
const addLoan = async (name: string, o: { dnc?: boolean; owed?: number } = {}): Promise<number> => {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name, city_name) values (1, ${name}, 'Pune') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, assigned_at, mobile, is_dnc, total_outstanding)
    select 1, 1, b.id, 'TD-' || b.id, ${agent.id}, '2026-11-10T04:00:00Z', '98' || lpad(b.id::text, 4, '0') || '3210', ${o.dnc ?? false}, ${(o.owed ?? 0) * 100}
    from b returning id`);
  return made?.id ?? 0;
};
const said = (loanId: number, o: object) =>
  agent.call(borrowerDispositions.record, {
    loanId,
    dispositionId: 2,
    followUpDate: '2026-12-30T06:00:00Z',
    ...o,
  });
const promise = (loanId: number, ptpDate: string, occurredAt: string) =>
  said(loanId, { dispositionId: 1, amount: 2000, ptpDate, occurredAt });
const names = async (who: Caller, query: object = {}): Promise<string[]> =>
  (await who.call(today.list, query)).rows.map(({ borrowerName }) => borrowerName);

test('an agent sees Today in order, with the reasons', async () => {
  await addLoan('New');
  const rest = await addLoan('Rest', { owed: 10 });
  await said(rest, { occurredAt: '2026-11-12T06:00:00Z' });
  const worked = await addLoan('Worked today', { owed: 90_000 });
  await said(worked, { occurredAt: '2026-11-20T05:00:00Z' });
  const followed = await addLoan('Follow-up');
  await said(followed, { occurredAt: '2026-11-12T06:00:00Z', followUpDate: '2026-11-20T10:00:00Z' });
  const due = await addLoan('Due');
  await promise(due, '2026-11-20', '2026-11-18T06:00:00Z');
  const broken = await addLoan('Broken');
  await promise(broken, '2026-11-19', '2026-11-18T06:00:00Z');
  await settled();

  const { rows, count, summary } = await agent.call(today.list, {});
  expect(rows.map(({ borrowerName }) => borrowerName)).toEqual([
    'Broken',
    'Follow-up',
    'Due',
    'New',
    'Rest',
    'Worked today',
  ]);
  expect(count).toBe(6);
  expect(summary).toEqual({
    broken: 1,
    follow_up: 1,
    promise: 1,
    new: 1,
    rest: 2,
    worked: 1,
    due: 1,
    dueAmount: 2000,
  });
  expect(rows[0]).toMatchObject({
    mobile: 'XXXXXX3210',
    city: 'Pune',
    broken: { amount: 2000, received: 0, dueOn: '2026-11-19' },
    lastDisposition: 'PTP',
    hours: { from: '08:00', until: '19:00' },
    closedOn: [],
    rest: null,
    cappedUntil: null,
    contacts: { times: 0, most: 3, everyDays: 1 },
    calls: { attempts: 0, talks: 0, hours: [] },
    hasAccount: false,
  });
  expect(reasonsOf(rows[0] as never, now)[0]).toMatchObject({
    code: 'broken',
    amount: 2000,
    dueOn: '2026-11-19',
  });
  expect(await names(agent, { section: 'rest', size: 5 })).toEqual(['Rest', 'Worked today']);
  expect(await names(agent, { page: 2, size: 5 })).toEqual(['Worked today']);
  expect(await names(agent, { q: 'follow' })).toEqual(['Follow-up']);
});

test('a broken PTP leads until a talk about it', async () => {
  const [first] = (await agent.call(today.list, { section: 'broken' })).rows;
  await said(first?.id ?? 0, {});
  expect(await names(agent, { section: 'broken' })).toEqual([]);
  expect((await names(agent)).at(-1)).toBe('Broken');
});

test('a leader reads Today of subordinates only', async () => {
  expect(await names(lead)).toEqual([]);
  expect(await names(lead, { userId: agent.id })).toHaveLength(6);
  expect(await names(other, { userId: agent.id })).toEqual([]);
  expect(await names(agent, { userId: other.id })).toEqual([]);
});

test('contact restrictions are returned with the row', async () => {
  const never = await addLoan('Never');
  await server.database.run(sql`update loans set is_dnc = true where id = ${never}`);
  const resting = await addLoan('Resting');
  await server.database.run(sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day)
    select ${resting}, id, '2026-11-19', '2026-11-25' from compliance_rules where name = 'Bereavement'`);
  const called = await addLoan('Called');
  await server.database.run(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, dialed_at, ended_at)
    select ${called}, ${agent.id}, 'outbound', 'manual', 'ended', 'connected', t, t
    from generate_series(1, 3), (select '2026-11-20T04:00:00Z'::timestamptz as t) at`);
  await appendContacts(server.database);
  const { rows } = await agent.call(today.list, { section: 'new' });
  const block = (name: string) => {
    const row = rows.find(({ borrowerName }) => borrowerName === name);
    return row && blockOf(row as never, now);
  };
  const tomorrow = '2026-11-21T02:30:00.000Z';
  expect(block('New')).toBeNull();
  expect(block('Never')).toEqual({ code: 'do_not_call', until: null });
  expect(block('Resting')).toEqual({
    code: 'rests',
    reason: 'Bereavement',
    until: '2026-11-26T02:30:00.000Z',
  });
  expect(block('Called')).toEqual({ code: 'capped', until: tomorrow });
  expect(rows.find(({ borrowerName }) => borrowerName === 'Called')).toMatchObject({
    contacts: { times: 3, most: 3, everyDays: 1 },
    calls: { attempts: 3, talks: 0, hours: [] },
  });
});

test('a row shows the hours of past talks, and how often this month', async () => {
  const loanId = await addLoan('Talked');
  const talks = [
    '2026-11-18T12:10:00Z',
    '2026-11-12T11:40:00Z',
    '2026-10-30T12:05:00Z',
    '2026-06-01T04:00:00Z',
  ];
  await server.database.run(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, dialed_at, bridged_at, ended_at)
    select ${loanId}, ${agent.id}, 'outbound', 'manual', 'ended', 'connected', t, t, t
    from unnest(${talks}::timestamptz[]) as at (t)`);
  const { rows } = await agent.call(today.list, { q: 'Talked' });
  // The one of June is too long ago.
  expect(rows[0]?.calls).toMatchObject({ attempts: 3, talks: 2 });
  expect(rows[0]?.calls?.hours.toSorted()).toEqual([17, 17, 17]);
});

test('completed and scheduled items are totalled across all sections, in every section', async () => {
  const { rows, summary } = await agent.call(today.list, { section: 'broken' });
  expect(rows).toEqual([]);
  expect(summary).toMatchObject({ worked: 2, due: 1, dueAmount: 2000 });
});

test('the server and a phone without a network put the same loans into the same order', async () => {
  now = new Date();
  await settled();
  const demo = await server.demo('agent');
  await changeLoans(server.database, sql`update loans set assignee_id = ${demo.id} where is_active`);
  const { rows, count } = await demo.call(today.list, { size: 500 });
  expect(count).toBeGreaterThan(100);
  const again = inTurn(rows.toReversed() as never, now);
  expect(again.map(({ row }) => row.id)).toEqual(rows.map(({ id }) => id));
});
