/** A day of a campaign out of its calls and the intervals of its agents. */
import type { z } from 'zod/mini';
import type { pacingReplay } from '#contexts/dialer/contract/live/pacing-replay.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { isLiveAnswer } from '../live-answers.ts';
import type { Drawn } from './laws.ts';

export type PlayedRun = z.output<typeof pacingReplay.play.gives>['was'];
export interface CampaignDay {
  was: PlayedRun;
  drawn: Drawn;
}
interface Hour {
  hour: number;
  dials: number;
  answers: number;
  abandons: number;
}
interface Worked {
  hour: number;
  staffedS: number;
  busyS: number;
  waits: number;
  waitedS: number;
}
type Reader = Pick<Tx, 'rows' | 'one'>;

const start = (day: string): Fragment => sql`${day}::timestamp at time zone 'Asia/Kolkata'`;
const end = (day: string): Fragment => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
export const aheadOn = (
  day: string,
): Fragment => sql`k.direction = 'outbound' and k.mode in ('predictive', 'progressive')
  and k.dialed_at >= ${start(day)} and k.dialed_at < ${end(day)}`;
const hourOf = (moment: Fragment): Fragment =>
  sql`extract(hour from ${moment} at time zone 'Asia/Kolkata')::int`;
/** It needed an agent, though it may have been an answering machine. */
const isTaken = sql`k.outcome in ('connected', 'abandoned')`;
/** Answering machines with a message needed no agent from then on. */
const failedAt = sql`coalesce((select c.at from machine_checks c where c.attempt_id = k.id and k.end_reason = 'message'), k.ended_at)`;
/** Ended by us or by the network: no information about borrowers. */
const isOurs = sql`k.outcome in ('cancelled', 'congestion', 'lost')`;

const hoursOf = (tx: Reader, campaignId: number, day: string): Promise<Hour[]> =>
  tx.rows(sql`
    select ${hourOf(sql`k.dialed_at`)} as hour, count(*) filter (where not ${isOurs})::int as dials,
      count(*) filter (where ${isLiveAnswer})::int as answers, count(*) filter (where k.outcome = 'abandoned')::int as abandons
    from call_attempts k where k.campaign_id = ${campaignId} and ${aheadOn(day)} and k.outcome is not null group by 1`);

const workedOf = (tx: Reader, campaignId: number, day: string): Promise<Worked[]> =>
  tx.rows(sql`
    select h.hour, coalesce(sum(x.s), 0)::float8 as "staffedS",
      coalesce(sum(x.s) filter (where i.word in ('on-call', 'wrap-up')), 0)::float8 as "busyS",
      count(*) filter (where i.word = 'waiting')::int as waits,
      coalesce(sum(x.s) filter (where i.word = 'waiting'), 0)::float8 as "waitedS"
    from agent_intervals i cross join generate_series(0, 23) h (hour)
    cross join lateral (select ${start(day)} + make_interval(hours => h.hour) as begins) b
    cross join lateral (select extract(epoch from least(i.ended_at, b.begins + interval '1 hour') - greatest(i.started_at, b.begins)) as s) x
    where i.campaign_id = ${campaignId} and i.word in ('waiting', 'ringing', 'on-call', 'wrap-up') and x.s > 0
      and i.started_at >= ${start(day)} and i.started_at < ${end(day)} group by 1`);

/** So many of each kind are drawn from at most. */
const mostDrawn = 3000;
const drawnFrom = (
  tx: Reader,
  campaignId: number,
  day: string,
  what: Fragment,
  which: Fragment,
): Promise<{ s: number }[]> =>
  tx.rows(sql`
    select s from (select k.id, greatest(0, extract(epoch from ${what}))::float8 as s from call_attempts k
      where k.campaign_id = ${campaignId} and ${aheadOn(day)} and ${which}) x
    order by hashint8(id) limit ${mostDrawn}`);

/** From the first hour with calls or agents to the last. */
function hoursFrom(calls: readonly Hour[], worked: readonly Worked[]): PlayedRun['hours'] {
  const known = [...worked, ...calls].map(({ hour }) => hour);
  const [first, last] = [Math.min(...known), Math.max(...known)];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const hour = first + i;
    const { dials = 0, answers = 0, abandons = 0 } = calls.find((one) => one.hour === hour) ?? {};
    const work = worked.find((one) => one.hour === hour);
    return {
      hour,
      agents: Math.round(((work?.staffedS ?? 0) / 3600) * 10) / 10,
      dials,
      answers,
      abandons,
      utilisation: work && work.staffedS > 0 ? work.busyS / work.staffedS : null,
      wait: work && work.waits > 0 ? work.waitedS / work.waits : null,
    };
  });
}

export async function campaignDayOf(
  tx: Reader,
  campaignId: number,
  day: string,
): Promise<CampaignDay | undefined> {
  const drawn = async (what: Fragment, which: Fragment): Promise<number[]> =>
    (await drawnFrom(tx, campaignId, day, what, which)).map(({ s }) => s);
  const calls = await hoursOf(tx, campaignId, day);
  const worked = await workedOf(tx, campaignId, day);
  if (calls.length === 0 || worked.length === 0) return undefined;
  const hours = hoursFrom(calls, worked);
  const sum = (of: (one: Worked) => number): number => worked.reduce((all, one) => all + of(one), 0);
  const total = (of: (one: Hour) => number): number => calls.reduce((all, one) => all + of(one), 0);
  return {
    was: {
      dials: total((one) => one.dials),
      answers: total((one) => one.answers),
      abandons: total((one) => one.abandons),
      utilisation: sum((one) => one.busyS) / sum((one) => one.staffedS),
      wait:
        sum((one) => one.waitedS) /
        Math.max(
          1,
          sum((one) => one.waits),
        ),
      hours,
    },
    drawn: {
      hours: hours.map(({ dials, answers }) => ({ dials, answers })),
      answeredAfter: await drawn(
        sql`k.answered_at - k.claimed_at`,
        sql`${isTaken} and k.answered_at is not null`,
      ),
      failedAfter: await drawn(sql`${failedAt} - k.claimed_at`, sql`not ${isTaken} and not ${isOurs}`),
      talks: await drawn(
        sql`k.ended_at - k.bridged_at`,
        sql`k.bridged_at is not null and k.ended_at is not null`,
      ),
      wraps: await drawn(
        sql`k.wrap_end_at - k.ended_at`,
        sql`k.bridged_at is not null and k.wrap_end_at is not null`,
      ),
    },
  };
}
