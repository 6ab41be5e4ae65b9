/** Somebody's day, or a team's, beside the average of the month so far. */
import { dispositionIds } from '#contract/dispositions.ts';
import { ownActivities } from '#contract/activity.ts';
import { type ServerActor, visibleUsers } from '#server/kernel/actor.ts';
import { businessDay } from '#server/kernel/clock.ts';
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';
import { activityText as say } from '#text/en/activity.ts';

type Kind = (typeof ownActivities)[number];
export interface Own {
  id: Kind;
  title: string;
  unit: 'count' | 'seconds';
  ftd: number;
  avg: number;
}
const timed: readonly Kind[] = ['loginHours', 'breakHours', 'talkTime'];
type Sums = Record<Kind, number>;
const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** `who` holds for the people whose day it is, by their column. */
export async function dayOf(tx: Tx, who: (column: Fragment) => Fragment, now: Date): Promise<Own[]> {
  const today = businessDay(now);
  const [row] = await tx.rows<{ today: Sums; month: Sums; days: number }>(sql`
    with days as (select ${today}::date as day, date_trunc('month', ${today}::date)::date as first),
    spans as (select day, first, day::timestamp at time zone 'Asia/Kolkata' as dawn,
      first::timestamp at time zone 'Asia/Kolkata' as start from days),
    i as (select i.started_at >= s.dawn as is_today, (i.started_at at time zone 'Asia/Kolkata')::date as day,
        i.word ilike 'break%' as is_break, extract(epoch from coalesce(i.ended_at, ${now}) - i.started_at) as s
      from spans s join agent_intervals i on ${who(sql`i.user_id`)} and i.started_at >= s.start and i.word <> 'logged-out'),
    k as (select k.start_time >= s.dawn as is_today, k.talk_duration as talk
      from spans s join cdr k on ${who(sql`k.user_id`)} and k.start_time >= s.start),
    d as (select d.effective_at >= s.dawn as is_today, d.disposition_id as kind
      from spans s join borrower_dispositions d on ${who(sql`d.user_id`)} and d.effective_at >= s.start)
    select (select count(distinct day)::int from i) as days, ${sums(sql`is_today`)} as today, ${sums(sql`true`)} as month`);
  const { days = 0 } = row ?? {};
  return ownActivities.map((id) => ({
    id,
    title: say.own[id],
    unit: timed.includes(id) ? 'seconds' : 'count',
    ftd: row?.today[id] ?? 0,
    avg: days ? twoDecimals((row?.month[id] ?? 0) / days) : 0,
  }));
}

export const ownDay = (tx: Tx, userId: number, now: Date): Promise<Own[]> =>
  dayOf(tx, (column) => sql`${column} = ${userId}`, now);

/** All the people an actor sees together. */
export const teamDay = (tx: Tx, actor: ServerActor, now: Date): Promise<Own[]> =>
  dayOf(tx, (column) => visibleUsers(actor, column), now);

const sums = (when: Fragment): Fragment => sql`(select jsonb_build_object(
  'loginHours', (select coalesce(sum(s), 0)::int from i where ${when}),
  'breakHours', (select coalesce(sum(s), 0)::int from i where ${when} and is_break),
  'talkTime', (select coalesce(sum(talk), 0)::int from k where ${when}),
  'calls', (select count(*) from k where ${when}),
  'connectedCalls', (select count(*) from k where ${when} and talk > 0),
  'followUps', (select count(*) from d where ${when} and kind = ${dispositionIds.Followup}),
  'promises', (select count(*) from d where ${when} and kind = ${dispositionIds.PTP})))`;
