/** Calls a predictive campaign starts now, and its learned parameters. All state is in the database. */
import { clockInIndia } from '#kernel/contract/india.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Answers, type PacingDecision, decide, pacingDefaults } from './decide.ts';
import { type PacedCall, lessonsOf } from './lessons.ts';
import { type PacingEvent, type PacingMemory, learn, restoredMemory } from './memory.ts';

interface Campaign {
  campaignId: number;
  maxRatio: number;
  targetAbandon: number;
}
/** Stored state of a campaign: its parameters, and live answers of the day and clock hour. */
interface Kept extends Answers {
  memory: PacingMemory;
  /** `YYYY-MM-DD`. */
  day: string;
  hour: Answers & { of: string };
}

function keptIn(stored: unknown, now: Date): Kept {
  const said = (stored ?? {}) as Partial<Kept>;
  const clock = clockInIndia(now);
  const [day, of] = [clock.slice(0, 10), clock.slice(0, 13)];
  const isToday = said.day === day;
  return {
    memory: restoredMemory(said.memory),
    day,
    answers: (isToday && said.answers) || 0,
    abandons: (isToday && said.abandons) || 0,
    hour: said.hour?.of === of ? said.hour : { of, answers: 0, abandons: 0 },
  };
}

/** What it is in the figures of the day and the hour. */
function count(kept: Kept, event: PacingEvent): void {
  if (event.type === 'unreached') {
    const clock = clockInIndia(new Date(event.at));
    if (kept.day === clock.slice(0, 10)) kept.answers = Math.max(0, kept.answers - 1);
    if (kept.hour.of === clock.slice(0, 13)) kept.hour.answers = Math.max(0, kept.hour.answers - 1);
  }
  if (event.type !== 'reached' && event.type !== 'unheard') return;
  const lost = event.type === 'unheard' || event.abandoned ? 1 : 0;
  for (const counted of [kept, kept.hour]) {
    counted.answers += 1;
    counted.abandons += lost;
  }
}

const mostAtOnce = 500;

/** Learns from the campaign's finished calls; concurrently changing calls follow next time. */
export const learnCalls = (database: Database, paced: Campaign, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    const calls = await tx.rows<PacedCall & { id: number }>(sql`
      select id, paced, state, outcome, is_undisposed as "isUndisposed", ${ms('claimed_at')} as "claimedAt",
        ${ms('answered_at')} as "answeredAt", ${ms('bridged_at')} as "bridgedAt", ${ms('ended_at')} as "endedAt",
        ${ms('wrap_end_at')} as "wrapEndAt", coalesce(spoken_to = 'machine', false) as "isMachine",
        case when end_reason = 'message' then (select (extract(epoch from c.at) * 1000)::float8 from machine_checks c where c.attempt_id = k.id) end as "leftAt"
      from call_attempts k where campaign_id = ${paced.campaignId} and mode = 'predictive' and paced < 3
      order by id limit ${mostAtOnce} for no key update skip locked`);
    const taught = calls.flatMap((call) => {
      const lessons = lessonsOf(call, { now: now.getTime(), targetAbandon: paced.targetAbandon });
      return lessons.paced === call.paced ? [] : [{ id: call.id, ...lessons }];
    });
    if (taught.length === 0) return;
    const row = await tx.one<{ stored: unknown }>(
      sql`select pacing_state as stored from campaigns where id = ${paced.campaignId} for no key update`,
    );
    const kept = keptIn(row?.stored, now);
    for (const event of taught.flatMap(({ events }) => events)) {
      kept.memory = learn(kept.memory, event);
      count(kept, event);
    }
    await tx.run(
      sql`update campaigns set pacing_state = ${JSON.stringify(kept)}::json where id = ${paced.campaignId}`,
    );
    await tx.run(sql`
      update call_attempts k set paced = t.paced
      from unnest(${taught.map(({ id }) => id)}::bigint[], ${taught.map((one) => one.paced)}::smallint[]) as t (id, paced)
      where k.id = t.id`);
  });

const ms = (column: 'claimed_at' | 'answered_at' | 'bridged_at' | 'ended_at' | 'wrap_end_at') => {
  const moments = {
    claimed_at: sql`claimed_at`,
    answered_at: sql`answered_at`,
    bridged_at: sql`bridged_at`,
    ended_at: sql`ended_at`,
    wrap_end_at: sql`wrap_end_at`,
  };
  return sql`(extract(epoch from ${moments[column]}) * 1000)::float8`;
};

interface Live {
  campaignId: number;
  stored: unknown;
  patienceS: number;
  free: number;
  waiting: number;
  /** Tenths of seconds since they were claimed; of agents, since they began. */
  ringing: number[];
  talking: number[];
  writing: number[];
}

/** Agents of campaigns available for a next call, and calls without an agent. */
const liveOf = (tx: Tx, campaignIds: readonly number[], now: Date): Promise<Live[]> =>
  // Integers in tenths of seconds: as numeric in jsonb they would dominate the cost.
  tx.rows<Live>(sql`
    select c.id as "campaignId", c.pacing_state as stored, c.patience_s as "patienceS", a.*, k.*
    from campaigns c
    cross join lateral (
      select count(*) filter (where activity = 'POOL')::int as free,
        -- Somebody is being put through to those who ring: they speak in a moment.
        coalesce(json_agg(case activity when 'TALK' then tenths else 0 end)
          filter (where activity in ('TALK', 'RINGING')), '[]') as talking,
        coalesce(json_agg(tenths) filter (where activity = 'WRAP'), '[]') as writing
      from (select activity, (10 * date_part('epoch', ${now}::timestamptz - since))::int as tenths from agent_sessions
        where campaign_id = c.id and ended_at is null and mode = 'READY' and wish is null and is_leg_up) x) a
    cross join lateral (
      select count(*) filter (where state = 'answered')::int as waiting,
        coalesce(json_agg((10 * date_part('epoch', ${now}::timestamptz - claimed_at))::int)
          filter (where state in ('claimed', 'originating', 'ringing')), '[]') as ringing
      from call_attempts where campaign_id = c.id and mode = 'predictive' and paced < 3 and state <> 'ended'
        and user_id is null and end_reason is null) k
    where c.id = any(${[...campaignIds]})`);

function decisionIn(live: Live, paced: Campaign, now: Date): PacingDecision {
  const { memory, answers, abandons, hour } = keptIn(live.stored, now);
  const busy = [
    ...live.talking.map((tenths) => ({ stage: 'talk' as const, elapsedS: tenths / 10 })),
    ...live.writing.map((tenths) => ({ stage: 'wrap' as const, elapsedS: tenths / 10 })),
  ];
  return decide(
    memory,
    {
      free: live.free,
      waiting: live.waiting,
      ringing: live.ringing.map((tenths) => tenths / 10),
      busy,
      today: { answers, abandons },
      hour,
    },
    {
      ...pacingDefaults,
      maxRatio: paced.maxRatio,
      targetAbandon: paced.targetAbandon,
      patienceS: live.patienceS,
    },
  );
}

/** Many campaigns in one query, each with its current decision. */
export async function decisionsOf<C extends Campaign>(
  tx: Tx,
  campaigns: readonly C[],
  now: Date,
): Promise<{ paced: C; decision: PacingDecision }[]> {
  if (campaigns.length === 0) return [];
  const seen = await liveOf(
    tx,
    campaigns.map(({ campaignId }) => campaignId),
    now,
  );
  const of = new Map(seen.map((live) => [live.campaignId, live]));
  return campaigns.flatMap((paced) => {
    const live = of.get(paced.campaignId);
    return live ? [{ paced, decision: decisionIn(live, paced, now) }] : [];
  });
}

export async function decisionOf(tx: Tx, paced: Campaign, now: Date): Promise<PacingDecision> {
  const [one] = await decisionsOf(tx, [paced], now);
  if (!one) throw new Error('no such campaign');
  return one.decision;
}
