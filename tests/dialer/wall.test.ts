/** Figures of the floor: definitions, visibility and interval. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wall } from '../../src/contexts/dialer/contract/live/wall.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let other: Caller;
let campaignId = 0;
const day = '2026-11-20';
const at = (clock: string, on = day): string => `${on}T${clock}+05:30`;
const flags = ['list_agent_live_status', 'list_campaign'] as const;

interface Call {
  answered?: number;
  joined?: number;
  ended?: number;
  written?: number;
  outcome: string;
  mode?: string;
  spokenTo?: string;
}
/** Each moment in seconds after it was dialed. */
async function call(user: number | null, dialedAt: string, o: Call): Promise<void> {
  const after = (seconds: number | undefined) =>
    seconds === undefined ? sql`null` : sql`t + make_interval(secs => ${seconds})`;
  await server.database.run(sql`
    insert into call_attempts (user_id, campaign_id, direction, mode, state, outcome, claimed_at, dialed_at, answered_at,
      bridged_at, ended_at, wrap_end_at, spoken_to, spoken_to_at)
    select ${user}, ${campaignId}, 'outbound', ${o.mode ?? 'predictive'}, 'ended', ${o.outcome}, t, t, ${after(o.answered)},
      ${after(o.joined)}, ${after(o.ended ?? 30)}, ${after(o.written)}, ${o.spokenTo ?? null},
      case when ${o.spokenTo ?? null}::text is not null then t end
    from (select ${dialedAt}::timestamptz as t) t`);
}
async function worked(user: number, words: readonly (readonly [word: string, from: string, to: string])[]) {
  const made = await server.database.one<{ id: number }>(sql`
    insert into agent_sessions (user_id, campaign_id, mode, word, heartbeat_at, since, started_at, ended_at)
    values (${user}, ${campaignId}, 'OFF', 'logged-out', ${at('18:00:00')}, ${at('09:00:00')}, ${at('09:00:00')}, ${at('18:00:00')})
    returning id`);
  for (const [word, from, to] of words)
    await server.database.run(sql`
      insert into agent_intervals (user_id, session_id, campaign_id, word, started_at, ended_at)
      values (${user}, ${made?.id}, ${campaignId}, ${word}, ${at(from)}, ${at(to)})`);
}

beforeAll(async () => {
  server = await boot({ clock: { now: () => new Date(at('18:00:00')) } });
  campaignId =
    (
      await server.database.one<{ id: number }>(sql`
        insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Wall', 'predictive', 3, 1) returning id`)
    )?.id ?? 0;
  lead = await server.person({ roleType: 'tech_lead', flags });
  other = await server.person({ roleType: 'tech_lead', flags: ['list_agent_live_status'] });
  const agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const theirs = await server.person({ roleType: 'agent', reportingTo: other.id });
  // Bridged in time, and late; no free agent; an answering machine; no answer. Yesterday is ignored.
  await call(agent.id, at('10:00:00'), {
    outcome: 'connected',
    answered: 8,
    joined: 9,
    ended: 129,
    written: 149,
    spokenTo: 'borrower',
  });
  await call(agent.id, at('10:10:00'), {
    outcome: 'connected',
    answered: 8,
    joined: 12,
    ended: 52,
    written: 72,
  });
  await call(null, at('10:20:00'), { outcome: 'abandoned', answered: 8 });
  await call(null, at('11:20:00'), { outcome: 'machine', answered: 8 });
  await call(null, at('11:30:00'), { outcome: 'no_answer' });
  await call(theirs.id, at('11:40:00'), {
    outcome: 'connected',
    mode: 'manual',
    answered: 5,
    joined: 5,
    ended: 65,
    written: 65,
  });
  await call(agent.id, at('10:00:00', '2026-11-19'), {
    outcome: 'connected',
    answered: 1,
    joined: 1,
    ended: 999,
    written: 999,
  });
  // Last hour: a minute half used, one fully, and a break, which is not staffed time.
  await worked(agent.id, [
    ['on-call', '10:00:00', '10:03:00'],
    ['waiting', '17:10:00', '17:10:30'],
    ['on-call', '17:10:30', '17:12:00'],
    ['BREAK-TEA', '17:12:00', '17:30:00'],
  ]);
  await worked(theirs.id, [['waiting', '17:40:00', '17:41:00']]);
});
afterAll(() => server.stop());

test('a team leader sees the work of their team and complete campaigns', async () => {
  const seen = await lead.call(wall.figures, {});
  expect(seen.teams).toEqual([
    expect.objectContaining({
      id: lead.id,
      calls: 2,
      connectRate: 1,
      rpcRate: 0.5,
      aht: 100,
      occupancy: 0.9,
    }),
  ]);
  expect(seen.campaigns).toEqual([
    expect.objectContaining({
      id: campaignId,
      calls: 6,
      connectRate: 5 / 6,
      rpcRate: 1 / 6,
      aht: (140 + 60 + 60) / 3,
      inTime: 1 / 3,
      dropped: 1 / 3,
    }),
  ]);
  expect(seen.hours).toEqual([{ hour: 10, answered: 3, dropped: 1 }]);
  expect(seen.stopAbandon).toBeGreaterThan(0);
});

test('the last hour is shown by minute, of visible agents', async () => {
  const { minutes } = await lead.call(wall.figures, {});
  expect(minutes).toHaveLength(60);
  expect(minutes.map((share, minute) => [minute, share]).filter(([, share]) => share !== null)).toEqual([
    [10, 0.5],
    [11, 1],
  ]);
  const all = await (await server.as(...flags)).call(wall.figures, {});
  expect(all.minutes[40]).toBe(0);
  expect(new Set(all.teams.map(({ id }) => id))).toEqual(new Set([lead.id, other.id]));
  const one = await (await server.as(...flags)).call(wall.figures, { leadId: other.id });
  expect(one.teams.map(({ id }) => id)).toEqual([other.id]);
});

test('a user without campaign permission sees none of their calls', async () => {
  const seen = await other.call(wall.figures, {});
  expect(seen).toMatchObject({ campaigns: [], hours: [], queues: [], teams: [{ id: other.id, calls: 1 }] });
  const agent = await server.person({ roleType: 'agent' });
  await expect(agent.call(wall.figures, {})).rejects.toMatchObject({ status: 403 });
});

test('callers who waited are counted by their queue', async () => {
  const queue = await server.database.one<{ id: number }>(sql`
    insert into inbound_queues (name, client_id, number, team_id, overflow_seconds, has_call_back, has_voicemail)
    values ('Svasti', 1, '2240001111', ${campaignId}, 60, true, true) returning id`);
  const entered = async (clock: string, result: string | null, waited: number): Promise<void> => {
    const caller = await server.database.one<{ id: number }>(sql`
      insert into call_attempts (direction, mode, state, claimed_at, dialed_at, outcome, ended_at)
      select 'inbound', 'inbound', 'ended', t, t, 'cancelled', t from (select ${at(clock)}::timestamptz as t) t returning id`);
    await server.database.run(sql`
      insert into queue_calls (attempt_id, queue_id, entered_at, stage, result, left_at)
      select ${caller?.id}, ${queue?.id}, t, 'waiting', ${result},
        case when ${result}::text is not null then t + make_interval(secs => ${waited}) end
      from (select ${at(clock)}::timestamptz as t) t`);
  };
  await entered('12:00:00', 'answered', 20);
  await entered('12:10:00', 'answered', 40);
  await entered('12:20:00', 'missed', 15);
  await entered('12:30:00', 'voicemail', 50);
  await entered('17:58:30', null, 0);
  const { queues } = await lead.call(wall.figures, {});
  expect(queues).toEqual([
    {
      id: queue?.id,
      name: 'Svasti',
      offered: 5,
      answered: 2,
      inTime: 0.25,
      missed: 2,
      waiting: 1,
      longestWait: 90,
    },
  ]);
});
