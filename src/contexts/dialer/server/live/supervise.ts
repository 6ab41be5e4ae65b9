/** A campaign as its supervisor sees it: occupancy of its agents, pacing, and why no lead is dialled. */
import type { z } from 'zod/mini';
import type { leads } from '#contexts/dialer/contract/leads.ts';
import type { Count } from '#contexts/contact/server/policy/contact.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { decisionOf } from '../pacing/predictive.ts';
import { isLiveAnswer } from '../pacing/live-answers.ts';
import { pacingDefaults } from '../pacing/decide.ts';
import { errorsSince } from '../machines/checks.ts';
import { preflightOf } from '../leads/preflight.ts';

type Seen = Omit<z.output<typeof leads.campaign.gives>, 'hasExchange'>;

const counts = sql`
  select count(*) filter (where state = 'queued' and not_before <= now()) as "queuedLeads",
    count(*) filter (where state = 'queued' and not_before > now()) as "laterLeads",
    min(not_before) filter (where state = 'queued' and not_before > now()) as "nextAt"
  from leads x where x.campaign_id = c.id`;
const people = sql`
  select count(*) as agents, count(*) filter (where activity = 'POOL') as "freeAgents",
    count(*) filter (where activity = 'TALK') as talking, count(*) filter (where activity = 'WRAP') as writing
  from agent_sessions s where s.campaign_id = c.id and s.ended_at is null`;
const calls = sql`
  select count(*) filter (where state in ('claimed', 'originating', 'ringing')) as ringing,
    count(*) filter (where state in ('answered', 'queued')) as waiting
  from call_attempts k where k.campaign_id = c.id and k.state <> 'ended'`;
const today = (now: Date): Fragment => sql`
  select count(*) filter (where ${isLiveAnswer}) as "answeredToday",
    count(*) filter (where outcome = 'abandoned') as "abandonedToday"
  from call_attempts k where k.campaign_id = c.id and k.mode in ('predictive', 'progressive')
    and k.dialed_at >= (${now}::timestamptz at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata'`;

const hourMs = 3_600_000;
/** Of the last hour: no call lasts longer, so none of it began more than an hour before. */
const busy = (now: Date): Fragment => sql`
  select sum(extract(epoch from w.until - w.since)) filter (where word in ('on-call', 'wrap-up')) as busy,
    sum(extract(epoch from w.until - w.since)) as staffed
  from (
    select i.word, greatest(i.started_at, ${now}::timestamptz - interval '1 hour') as since, coalesce(i.ended_at, ${now}) as until
    from agent_intervals i where i.campaign_id = c.id and i.started_at > ${new Date(now.getTime() - 2 * hourMs)}
      and coalesce(i.ended_at, ${now}) > ${now}::timestamptz - interval '1 hour') w
  where w.word in ('waiting', 'ringing', 'on-call', 'wrap-up')`;

interface Found extends Omit<
  Seen,
  'blocked' | 'utilisation' | 'pacing' | 'why' | 'level' | 'stopAbandon' | 'machines'
> {
  maxRatio: number;
  busy: number | null;
  staffed: number | null;
}

const monthMs = 30 * 86_400_000;
const percent = (part: number, all: number): number => Math.round((part / all) * 1000) / 10;

/** What the loop would decide now; of a progressive campaign there is nothing to decide. */
async function pacingOf(tx: Tx, seen: Found, now: Date): Promise<Seen['pacing']> {
  if (seen.campaignType !== 'predictive') return null;
  const { id: campaignId, maxRatio, targetAbandon } = seen;
  const paced = { campaignId, maxRatio, targetAbandon: targetAbandon / 100 };
  const { threshold, risk, restraint, ratio, answerRate } = await decisionOf(tx, paced, now);
  return { threshold, risk, restraint, ratio, answerRate };
}

export async function superviseCampaign(
  tx: Tx,
  count: Count,
  { id, now }: { id: number; now: Date },
): Promise<Seen | undefined> {
  const found = await tx.one<Found>(sql`
    select c.id, c.name, c.campaign_type as "campaignType", c.max_ratio as "maxRatio",
      (c.target_abandon * 100)::float8 as "targetAbandon", p.is_started as "isStarted", a.*, k.*, t.*, n.*,
      b.busy::float8 as busy, b.staffed::float8 as staffed
    from campaigns c join dialer_processes p on p.campaign_id = c.id
    cross join lateral (${people}) a cross join lateral (${calls}) k
    cross join lateral (${today(now)}) t cross join lateral (${counts}) n cross join lateral (${busy(now)}) b
    where c.id = ${id}`);
  if (!found) return undefined;
  const blocked = await tx.rows<Seen['blocked'][number]>(sql`
    select block_reason as reason, count(*) as leads from leads
    where campaign_id = ${id} and block_reason is not null and (state = 'blocked' or not_before > now())
    group by 1 order by 2 desc, 1`);
  const { maxRatio: _, busy: worked, staffed, ...shown } = found;
  const hasAgent = found.campaignType === 'progressive';
  return {
    ...shown,
    blocked,
    utilisation: staffed ? percent(worked ?? 0, staffed) : null,
    stopAbandon: pacingDefaults.stopAbandon * 100,
    level: found.freeAgents > 0 ? Math.round((found.ringing / found.freeAgents) * 10) / 10 : null,
    pacing: await pacingOf(tx, found, now),
    machines: await errorsSince(tx, id, new Date(now.getTime() - monthMs)),
    // Computed across all loans only when the hopper is empty.
    why:
      found.queuedLeads > 0 ? [] : (await preflightOf(tx, count, { campaignId: id, hasAgent, now })).skipped,
  };
}
