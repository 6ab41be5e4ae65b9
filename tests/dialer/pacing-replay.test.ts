/** Pacing replay: visibility, figures of the day, and effects of other settings. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pacingReplay } from '../../src/contexts/dialer/contract/live/pacing-replay.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let other: Caller;
let campaignId = 0;
const day = '2026-11-20';
const flags = ['list_agent_live_status'] as const;
const agents = 6;
const id = () => String(campaignId);

/**
 * Two hours of six agents: twelve calls a minute, a third answered after eight seconds, 90 seconds of talk and 30 of
 * wrap-up if an agent is free; the others ring out.
 */
async function work(people: readonly number[]): Promise<void> {
  await server.database.run(sql`
    insert into call_attempts (campaign_id, user_id, direction, mode, state, outcome, claimed_at, dialed_at, answered_at,
      bridged_at, ended_at, wrap_end_at)
    select ${campaignId}, case when is_answer then (${people}::bigint[])[1 + n % ${agents}] end, 'outbound', 'predictive', 'ended',
      case when n % 300 = 0 then 'abandoned' when is_answer then 'connected' else 'no_answer' end, t, t,
      case when is_answer then t + interval '8 seconds' end,
      case when is_answer and n % 300 > 0 then t + interval '8 seconds' end,
      t + case when n % 300 = 0 then interval '10 seconds' when is_answer then interval '98 seconds' else interval '25 seconds' end,
      case when is_answer and n % 300 > 0 then t + interval '128 seconds' end
    from generate_series(1, 1440) n cross join lateral (
      select ${`${day}T10:00:00+05:30`}::timestamptz + (n - 1) * interval '5 seconds' as t, n % 3 = 0 as is_answer) x`);
  for (const user of people) {
    const made = await server.database.one<{ id: number }>(sql`
      insert into agent_sessions (user_id, campaign_id, mode, word, heartbeat_at, since, started_at, ended_at)
      select ${user}, ${campaignId}, 'OFF', 'logged-out', t, t, t, t + interval '2 hours'
      from (select ${`${day}T10:00:00+05:30`}::timestamptz as t) t returning id`);
    await server.database.run(sql`
      insert into agent_intervals (user_id, session_id, campaign_id, word, started_at, ended_at)
      select ${user}, ${made?.id}, ${campaignId}, w.word, t + n * interval '160 seconds' + w.at, t + n * interval '160 seconds' + w.until
      from (select ${`${day}T10:00:00+05:30`}::timestamptz as t) t cross join generate_series(0, 44) n
        cross join (values ('waiting', interval '0', interval '40 seconds'), ('on-call', interval '40 seconds', interval '130 seconds'),
          ('wrap-up', interval '130 seconds', interval '160 seconds')) w (word, at, until)`);
  }
}

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags });
  other = await server.person({ roleType: 'tech_lead', flags });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Again', 'predictive', 5, 1) returning id`);
  campaignId = made?.id ?? 0;
  const people: number[] = [];
  for (let i = 0; i < agents; i += 1)
    people.push((await server.person({ roleType: 'agent', reportingTo: lead.id })).id);
  await work(people);
});
afterAll(() => server.stop());

test('a lead sees the campaigns their agents worked in that day, with settings', async () => {
  expect(await lead.call(pacingReplay.campaigns, { day })).toEqual([
    {
      id: campaignId,
      name: 'Again',
      dials: 1440,
      mode: 'predictive',
      maxRatio: 5,
      targetAbandon: 2,
      patienceSeconds: 2,
    },
  ]);
  expect(await lead.call(pacingReplay.campaigns, { day: '2026-11-19' })).toEqual([]);
  expect(await other.call(pacingReplay.campaigns, { day })).toEqual([]);
  expect((await refusal(other.call(pacingReplay.play, { id: id(), day }))).body.code).toBe('NOT_FOUND');
  const agent = await server.person({ roleType: 'agent' });
  expect((await refusal(agent.call(pacingReplay.play, { id: id(), day }))).status).toBe(403);
});

test('the day is shown as recorded, and replayed with current and requested settings', async () => {
  const { was, again, would, assumes } = await lead.call(pacingReplay.play, {
    id: id(),
    day,
    mode: 'progressive',
  });
  expect(was).toMatchObject({ dials: 1440, answers: 480, abandons: 4, utilisation: 0.75, wait: 40 });
  expect(was.hours).toHaveLength(2);
  expect(was.hours[0]).toMatchObject({ hour: 10, agents: 6, dials: 720, answers: 240 });
  expect(assumes).toEqual({ rings: 1440, talks: 476, isCoarse: false });
  // A third answers and each call needs two minutes: predictive agents are busy, progressive ones wait.
  expect(again.utilisation).toBeGreaterThan(0.75);
  expect(would.utilisation).toBeLessThan((again.utilisation ?? 0) - 0.05);
  expect(would.abandons).toBe(0);
  expect(again.abandons / again.answers).toBeLessThan(0.05);
  expect(would.wait).toBeGreaterThan(again.wait ?? 0);
  expect(again.hours.map(({ hour, agents: there }) => [hour, there])).toEqual([
    [10, 6],
    [11, 6],
  ]);
});

test('the same request has the same result, and a day without work has none', async () => {
  const asked = { id: id(), day, targetAbandon: 1 };
  const first = await lead.call(pacingReplay.play, asked);
  expect(await lead.call(pacingReplay.play, asked)).toEqual(first);
  await server.database.run(sql`delete from agent_intervals where campaign_id = ${campaignId}`);
  expect((await refusal(lead.call(pacingReplay.play, asked))).body.code).toBe('REPLAY_NOT_POSSIBLE');
});
