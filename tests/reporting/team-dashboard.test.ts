import { afterAll, beforeAll, expect, test } from 'vitest';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let leader: Caller;
let agent: Caller;
let stranger: Caller;
const ids: number[] = [];

async function loanOf(
  assignee: number,
  o: { calls?: number; spoken?: number; last?: number } = {},
): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding, last_disposition_id)
    select 1, 1, id, 'L' || id, ${assignee}, 10000, ${o.last ?? null} from b returning id`);
  const id = made?.id ?? 0;
  await server.database.run(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, bridged_at, ended_at)
    select ${id}, ${assignee}, 'outbound', 'manual', 'ended', 'busy', t, t, case when n <= ${o.spoken ?? 0} then t end, t + interval '9 s'
    from generate_series(1, ${o.calls ?? 0}) n, (select timestamptz '2026-11-10T10:00:00+05:30' as t) t`);
  ids.push(id);
  return id;
}
const promised = (loan: number, due: string) =>
  server.database
    .run(sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, amount, action_date)
    select id, borrower_id, ${agent.id}, 1, 10000, ${due} from loans where id = ${loan}`);

beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date('2026-11-20T12:30:00Z') } });
  leader = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: leader.id });
  stranger = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`insert into dispositions (id, name, type, priority) values (900, 'Refused', 'disposition', 99) on conflict do nothing`,
  );
  const never = await loanOf(agent.id);
  await loanOf(agent.id, { calls: 1, last: 900 });
  const often = await loanOf(agent.id, { calls: 7, spoken: 3, last: 1 });
  await loanOf(stranger.id, { calls: 2 });
  await promised(never, '2026-11-20');
  await promised(often, '2026-11-02');
  await promised(often, '2026-12-01');
  await server.database.run(
    sql`insert into user_targets (user_id, year, month, amount) values (${agent.id}, 2026, 11, 100000)`,
  );
  await changePayments(
    server.database,
    sql`insert into payments (loan_id, amount, payment_date, realized, source)
    values (${never}, 40000, '2026-11-05', true, 'DISPOSITION')`,
  );
  await server.database.run(sql`insert into messages (loan_id, channel, status, created_at, response_type)
    values (${never}, 'sms', 'delivered', '2026-11-03T10:00:00Z', 'Ready to Pay'), (${often}, 'sms', 'failed', '2026-10-03T10:00:00Z', null)`);
});
afterAll(() => server.stop());

test('loans are grouped by calls and talks of this month', async () => {
  const rows = await leader.call(teamDashboard.intensity, {});
  expect(rows.map(({ bucket, attempted, connected }) => [bucket, attempted.count, connected.count])).toEqual([
    ['0', 1, 2],
    ['1', 1, 0],
    ['2-5', 0, 1],
    ['6-10', 1, 0],
    ['Above 10', 0, 0],
    ['Total', 3, 3],
  ]);
  expect(rows[3]?.attempted.loanIds).toEqual([ids[2]]);
});

test('remaining work: never called, never reached, disputed, promised and unpaid', async () => {
  const rows = await leader.call(teamDashboard.standing, {});
  expect(rows.map(({ title, count, loanIds }) => [title, count, loanIds])).toEqual([
    ['Not Attempted', 1, [ids[0]]],
    ['Not Connected', 1, [ids[1]]],
    ['Negative Dispo', 1, [ids[1]]],
    ['Positive Unpaid', 1, [ids[2]]],
  ]);
});

test('each number opens its loans, of the team alone', async () => {
  for (const { title, count, amount, loanIds } of await leader.call(teamDashboard.standing, {})) {
    const opened = await leader.call(teamDashboard.counted, { standing: title });
    expect([title, opened.count, opened.summary]).toEqual([title, count, { amount }]);
    expect(new Set(opened.rows.map(({ id }) => id))).toEqual(new Set(loanIds));
  }
  for (const { bucket, attempted, connected } of await leader.call(teamDashboard.intensity, {})) {
    if (bucket === 'Total') continue;
    const [called, spoken] = await Promise.all([
      leader.call(teamDashboard.counted, { attempted: bucket }),
      leader.call(teamDashboard.counted, { connected: bucket }),
    ]);
    expect([bucket, called.count, spoken.count]).toEqual([bucket, attempted.count, connected.count]);
  }
  const [most] = (await leader.call(teamDashboard.counted, { attempted: '6-10' })).rows;
  expect(most).toMatchObject({ id: ids[2], calls: 7, connected: 3, amount: 100 });
  expect((await leader.call(teamDashboard.counted, { q: `L${ids[3]}` })).count).toBe(0);
  expect((await refusal(agent.call(teamDashboard.counted, {}))).body.code).toBe('FORBIDDEN');
});

test('each answer opens the loans that gave it, and how often; of this month and of the team alone', async () => {
  await server.database.run(sql`insert into messages (loan_id, channel, status, created_at, response_type)
    select id, 'whatsApp', 'read', at, 'Call me' from unnest(${[ids[1], ids[1], ids[2], ids[2], ids[3]]}::bigint[],
      ${['2026-11-04', '2026-11-05', '2026-11-05', '2026-10-05', '2026-11-05']}::timestamptz[]) m (id, at)`);
  for (const { responseType, count } of await leader.call(teamDashboard.responses, {})) {
    const { rows } = await leader.call(teamDashboard.counted, { response: responseType });
    expect([responseType, rows.reduce((sum, { answers }) => sum + answers, 0)]).toEqual([
      responseType,
      count,
    ]);
  }
  const opened = await leader.call(teamDashboard.counted, { response: 'Call me' });
  expect(opened).toMatchObject({ count: 2, summary: { amount: 200 } });
  expect(new Map(opened.rows.map(({ id, answers }) => [id, answers]))).toEqual(
    new Map([
      [ids[1], 2],
      [ids[2], 1],
    ]),
  );
  expect((await leader.call(teamDashboard.counted, { response: 'Never said' })).count).toBe(0);
  await server.database.run(sql`delete from messages where response_type = 'Call me'`);
});

test('promises by their day, and what is still to come', async () => {
  expect(await leader.call(teamDashboard.promises, {})).toMatchObject({
    FTD: { count: 1, amount: 100 },
    MTD: { count: 2, amount: 200 },
    overAll: { count: 3, amount: 300 },
    futurePtpAmount: 100,
  });
});

test('the month against its target, for the team and for each agent', async () => {
  expect(await leader.call(teamDashboard.target, {})).toEqual({
    target: 1000,
    achieved: 400,
    percentage: 40,
    // Eleven days remain including today (G173).
    drr: 54.55,
    crr: 20,
  });
  const ranges = await leader.call(teamDashboard.performance, {});
  expect(ranges.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0]);
  expect(
    await leader.call(teamDashboard.performanceDetail, { userIds: ranges[1]?.agentIds as never }),
  ).toMatchObject([{ id: agent.id, target: 1000, achieved: 400, percentage: 40 }]);
});

test('messages of the month by channel and by response; the day of the team', async () => {
  expect(await leader.call(teamDashboard.channels, {})).toEqual([
    { channel: 'sms', status: 'delivered', count: 1 },
  ]);
  expect(await leader.call(teamDashboard.responses, {})).toEqual([
    { responseType: 'Ready to Pay', count: 1 },
  ]);
  expect((await leader.call(teamDashboard.summary, {})).find(({ id }) => id === 'promises')).toMatchObject({
    unit: 'count',
  });
});

test('agents have no team; a leader sees no other', async () => {
  expect((await refusal(agent.call(teamDashboard.intensity, {}))).body.code).toBe('FORBIDDEN');
  const other = await server.person({ roleType: 'manager' });
  expect((await other.call(teamDashboard.standing, {})).map(({ count }) => count)).toEqual([0, 0, 0, 0]);
  expect(await other.call(teamDashboard.target, {})).toMatchObject({ target: null, achieved: 0, drr: null });
});
