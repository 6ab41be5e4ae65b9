/** A user's or team's day next to the month-to-date average. */
import { ownActivities } from '#contexts/reporting/contract/activity.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { activityText as say } from '#contexts/reporting/text/en/activity.ts';

type Kind = (typeof ownActivities)[number];
interface Own {
  id: Kind;
  title: string;
  unit: 'count' | 'seconds';
  ftd: number;
  avg: number;
}
const timed: readonly Kind[] = ['loginHours', 'breakHours', 'talkTime'];
type Sums = Record<Kind, number>;
const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** `who` is the condition of the users, by column. */
async function dayOf(tx: Tx, who: (column: Fragment) => Fragment, now: Date): Promise<Own[]> {
  const today = businessDay(now);
  const [row] = await tx.rows<{ today: Sums; month: Sums; days: number }>(sql`
    with days as (select ${today}::date as day, date_trunc('month', ${today}::date)::date as first),
    -- Each day of theirs, and what they are at now: an interval belongs to the day it began on.
    d as (
      select a.day, a.promises, a.follow_ups, a.calls, a.connected, a.talk, a.spans, a.login, a.break
      from agent_days_now a where ${who(sql`a.user_id`)} and a.day >= (select first from days)
      union all
      select (i.started_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 0, 1, t.lasted,
        case when i.word ilike 'break%' then t.lasted else 0 end
      from agent_intervals i
        cross join lateral (select (extract(epoch from ${now} - i.started_at) * 1000000)::bigint as lasted) t
      where i.ended_at is null and i.word <> 'logged-out' and ${who(sql`i.user_id`)}
        and i.started_at >= (select first::timestamp at time zone 'Asia/Kolkata' from days)),
    byday as materialized (
      select day, sum(promises) as promises, sum(follow_ups) as follow_ups, sum(calls) as calls, sum(connected) as connected,
        sum(talk) as talk, sum(spans) as spans, sum(login) as login, sum(break) as break
      from d group by day)
    select (select count(*)::int from byday where spans > 0) as days,
      ${sums(sql`day >= (select day from days)`)} as today, ${sums(sql`true`)} as month`);
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

/** All visible users combined. */
export const teamDay = (tx: Tx, actor: ServerActor, now: Date): Promise<Own[]> =>
  dayOf(tx, (column) => visibleUsers(actor, column), now);

const sums = (when: Fragment): Fragment => sql`(select jsonb_build_object(
  'loginHours', coalesce(sum(b.login) / 1000000, 0)::int, 'breakHours', coalesce(sum(b.break) / 1000000, 0)::int,
  'talkTime', coalesce(sum(b.talk), 0)::int, 'calls', coalesce(sum(b.calls), 0), 'connectedCalls', coalesce(sum(b.connected), 0),
  'followUps', coalesce(sum(b.follow_ups), 0), 'promises', coalesce(sum(b.promises), 0)) from byday b where ${when})`;
