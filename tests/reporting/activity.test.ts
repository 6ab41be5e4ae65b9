import { afterAll, beforeAll, expect, test } from 'vitest';
import { activity, productivity } from '../../src/contexts/reporting/contract/activity.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import {
  activityExport,
  breakExport,
  productivityExport,
} from '../../src/contexts/reporting/server/activity/export.ts';
import { callExport } from '../../src/contexts/dialer/server/calls/export.ts';
import { actorById } from '../../src/contexts/agency/server/session/authenticator.ts';
import { csvParts } from '../../src/kernel/server/files/csv-table.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let leader: Caller;
let agent: Caller;
let other: Caller;
let tea = 0;
let lunch = 0;
let campaigns: number[] = [];

type Word = readonly [word: string, at: string, breakId?: number];
/** A session with status changes at these times of 20 November in India; the last is the logout. */
async function session(
  user: number,
  campaign: number,
  words: readonly Word[],
  end: string | null,
): Promise<void> {
  const at = (clock: string): string => `2026-11-20T${clock}:00+05:30`;
  const first = words[0]?.[1] ?? '09:00';
  const made = await server.database.one<{ id: number }>(sql`
    insert into agent_sessions (user_id, campaign_id, mode, word, heartbeat_at, since, started_at, ended_at)
    values (${user}, ${campaign}, ${end ? 'OFF' : 'READY'}, 'logged-out', '2026-11-20T12:30:00Z', ${at(first)}, ${at(first)}, ${end && at(end)})
    returning id`);
  for (const [i, [word, from, breakId]] of words.entries()) {
    const until = words[i + 1]?.[1] ?? end;
    await server.database.run(sql`
      insert into agent_intervals (user_id, session_id, campaign_id, word, break_id, started_at, ended_at)
      values (${user}, ${made?.id}, ${campaign}, ${word}, ${breakId ?? null}, ${at(from)}, ${until && at(until)})`);
  }
}
const called = (user: number, campaign: number, clock: string, talk: number, mode = 'predictive') =>
  server.database.run(sql`
    insert into call_attempts (user_id, campaign_id, direction, mode, state, outcome, claimed_at, dialed_at, bridged_at, ended_at)
    select ${user}, ${campaign}, 'outbound', ${mode}, 'ended', ${talk ? 'connected' : 'no_answer'}, t, t,
      case when ${talk > 0} then t + interval '5 s' end, t + make_interval(secs => ${talk + 5})
    from (select ${`2026-11-20T${clock}:00+05:30`}::timestamptz as t) t`);
const idOf = async (text: ReturnType<typeof sql>): Promise<number> =>
  (await server.database.one<{ id: number }>(text))?.id ?? 0;

beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date('2026-11-20T12:30:00Z') } });
  admin = await server.as('list_agent_activity', 'list_agent_productivity', 'export_agent_activity');
  leader = await server.person({
    roleType: 'tech_lead',
    flags: ['list_agent_activity', 'list_agent_productivity'],
  });
  agent = await server.person({ roleType: 'agent', reportingTo: leader.id });
  other = await server.person({ roleType: 'agent' });
  tea = await idOf(sql`insert into breaks (name, duration) values ('Tea', '00:15') returning id`);
  lunch = await idOf(
    sql`insert into breaks (name, duration, is_active) values ('Lunch', '00:45', false) returning id`,
  );
  campaigns = [];
  for (const name of ['Early', 'Late'])
    campaigns.push(
      await idOf(
        sql`insert into campaigns (name, campaign_type, max_ratio, client_id) values (${name}, 'predictive', 3, 1) returning id`,
      ),
    );
  const [early = 0, late = 0] = campaigns;
  await session(
    agent.id,
    early,
    [
      ['First-login', '09:00'],
      ['waiting', '09:05'],
      ['ringing', '09:20'],
      ['on-call', '09:21'],
      ['wrap-up', '09:31'],
      ['BREAK-TEA', '09:34', tea],
      ['IDLE', '09:50'],
      ['waiting', '10:00'],
    ],
    '11:00',
  );
  await session(
    agent.id,
    early,
    [
      ['First-login', '12:00'],
      ['BREAK-LUNCH', '12:10', lunch],
      ['waiting', '12:50'],
    ],
    '13:00',
  );
  await session(
    agent.id,
    late,
    [
      ['First-login', '14:00'],
      ['BREAK-TEA', '14:05', tea],
      ['waiting', '14:20'],
    ],
    null,
  );
  await session(
    other.id,
    early,
    [
      ['First-login', '10:00'],
      ['waiting', '10:01'],
    ],
    '12:00',
  );
  await called(agent.id, early, '09:21', 600);
  await called(agent.id, early, '10:10', 0, 'manual');
  await called(agent.id, late, '14:30', 0);
  const loan = await idOf(sql`
    with b as (insert into borrowers (client_id, client_borrower_id, name) values (1, 'B', 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id) select 1, 1, id, 'LN', ${agent.id} from b returning id`);
  await server.database
    .run(sql`insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, effective_at)
    select ${loan}, borrower_id, ${agent.id}, 2, '2026-11-20T09:33:00+05:30' from loans where id = ${loan}`);
  await server.database.run(
    sql`insert into leads (campaign_id, loan_id, phone) values (${early}, ${loan}, '9812345678')`,
  );
});
afterAll(() => server.stop());

const minutes = (n: number): number => n * 60;

test('a day is a row for each campaign: hours, calls, follow-ups and leads', async () => {
  const { rows, count } = await leader.call(activity.report, {});
  expect(count).toBe(2);
  expect(rows[0]).toMatchObject({
    date: '2026-11-20',
    campaign: { name: 'Early' },
    totalWorkingHours: minutes(180),
    connectedCalls: 1,
    notConnectedCalls: 1,
    manualCalls: 1,
    followUps: 1,
    leads: 1,
    dialLeads: 0,
    queueLeads: 1,
    firstLogin: '2026-11-20T03:30:00Z',
    lastLogout: '2026-11-20T07:30:00Z',
  });
  // Still signed in at six in the evening: counted up to now, and no logout.
  expect(rows[1]).toMatchObject({
    campaign: { name: 'Late' },
    totalWorkingHours: minutes(240),
    notConnectedCalls: 1,
    followUps: 0,
    leads: 0,
    lastLogout: null,
  });
});

test("a user's activities add up to the hours signed in", async () => {
  const { rows } = await leader.call(productivity.report, {});
  expect(rows[0]).toMatchObject({
    break: minutes(56),
    onCall: minutes(10),
    wrapUp: minutes(3),
    idle: minutes(25),
    waiting: minutes(85),
    ringing: minutes(1),
    actualWorkingHours: minutes(99),
    totalCalls: 2,
    breakCount: 2,
    loginCount: 2,
  });
  for (const row of rows) {
    const parts = row.break + row.onCall + row.wrapUp + row.idle + row.waiting + row.ringing;
    expect(parts).toBe(row.totalWorkingHours);
  }
});

test('breaks are listed by kind, including inactive kinds', async () => {
  const { rows } = await leader.call(activity.breaks, {});
  expect(rows).toMatchObject([
    {
      campaignName: 'Early',
      breakCount: 2,
      break: minutes(56),
      userActivitiesBreakHistory: [
        { breakId: tea, duration: '00:16' },
        { breakId: lunch, duration: '00:40' },
      ],
    },
    {
      campaignName: 'Late',
      breakCount: 1,
      userActivitiesBreakHistory: [{ breakId: tea, duration: '00:15' }],
    },
  ]);
  const onlyLunch = await leader.call(activity.breaks, { breakIds: [lunch] as never });
  expect(onlyLunch.rows).toMatchObject([{ breakCount: 1, break: minutes(40) }]);
  expect(await leader.call(activity.breakDropdown, { q: 'lun' })).toEqual([{ id: lunch, name: 'Lunch' }]);
});

test('a leader sees the team, an admin all, and others need the flag', async () => {
  expect((await admin.call(activity.report, {})).count).toBe(3);
  expect((await admin.call(activity.report, { userIds: [other.id] as never })).count).toBe(1);
  expect((await admin.call(activity.report, { startDate: '2026-11-21' })).count).toBe(0);
  expect((await refusal(agent.call(activity.report, {}))).body.code).toBe('FORBIDDEN');
  expect((await refusal(agent.call(productivity.report, {}))).body.code).toBe('FORBIDDEN');
});

test('selected rows are those of any day, and only those the caller sees', async () => {
  const { rows } = await admin.call(activity.report, { userIds: [other.id] as never });
  const ids = [rows[0]?.id] as never;
  expect((await admin.call(productivity.report, { ids })).rows).toMatchObject([
    { totalWorkingHours: minutes(120) },
  ]);
  expect((await leader.call(productivity.report, { ids })).rows).toEqual([]);
});

test('the reports are exported with permission, and recomputable at any time', async () => {
  for (const export_type of ['agent-activity', 'agent-breaks'])
    expect(await admin.call(files.parse, { type: 'EXPORT', export_type, filters: {} })).toMatchObject({
      type: 'EXPORT',
    });
  const refused = await refusal(
    leader.call(files.parse, { type: 'EXPORT', export_type: 'agent-activity', filters: {} }),
  );
  expect(refused.body.code).toBe('FORBIDDEN');
  expect(await admin.call(activity.sync, {})).toMatchObject({ rows: 3, asOf: '2026-11-20T12:30:00.000Z' });
});

test('a user sees their day next to the average of their signed-in days', async () => {
  const own = Object.fromEntries(
    (await agent.call(activity.mine, {})).map(({ id, ftd, avg }) => [id, [ftd, avg]]),
  );
  expect(own).toEqual({
    loginHours: [minutes(420), minutes(420)],
    breakHours: [minutes(71), minutes(71)],
    talkTime: [600, 600],
    calls: [3, 3],
    connectedCalls: [1, 1],
    followUps: [1, 1],
    promises: [0, 0],
  });
});

test('the files contain the columns of the screens, times as hours and minutes', async () => {
  const actor = await actorById(server.database, leader.id);
  if (!actor) throw new Error('no leader');
  const client = await server.database.connect();
  const lines: string[] = [];
  for (const source of [activityExport, productivityExport, breakExport, callExport]) {
    await client.query('begin');
    const table = source.read(actor, { startDate: '2026-11-20' }, new Date('2026-11-20T12:30:00Z'));
    for await (const { text } of csvParts(client, table)) lines.push(...text.split('\r\n'));
    await client.query('commit');
  }
  client.release();
  const day = `"20/11/2026"`;
  expect(lines.find((line) => line.startsWith(`${day},`))).toContain(
    ',"03:00:00",1,1,1,1,1,0,1,"20/11/2026 09:00","20/11/2026 13:00"',
  );
  expect(lines.join('\n')).toContain(
    '"00:56:00","00:10:00","00:03:00","00:25:00","01:25:00","00:01:00","01:39:00",2',
  );
  expect(lines.join('\n')).toContain('2,"00:56:00","Tea 00:16, Lunch 00:40"');
  expect(lines.join('\n')).toContain(`${day},"09:21:00","09:31:05","10:00"`);
});
