/** Reports are sums over intervals and calls: a row is one person's day in one campaign. */
import type { z } from 'zod/mini';
import type { activity, productivity } from '#contexts/reporting/contract/activity.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { likeInLong, paged } from '#kernel/server/database/table.ts';

export type ActivityQuery = z.output<typeof activity.report.takes> & { breakIds?: number[] };
export type ActivityRow = z.output<typeof activity.report.gives>;
export type ProductivityRow = z.output<typeof productivity.report.gives>;
export type BreakRow = z.output<typeof activity.breaks.gives>;

const dayOf = (moment: Fragment): Fragment => sql`(${moment} at time zone 'Asia/Kolkata')::date`;
const dawnOf = (day: Fragment): Fragment => sql`(${day})::timestamp at time zone 'Asia/Kolkata'`;
const onBreak = sql`i.word ilike 'break%'`;
const lasted = (now: Date): Fragment => sql`extract(epoch from coalesce(i.ended_at, ${now}) - i.started_at)`;
const sumOf = (now: Date, condition: Fragment): Fragment =>
  sql`coalesce(sum(${lasted(now)}) filter (where ${condition}), 0)::int`;

/** Today, unless days are named or the rows themselves. */
export function spanOf({ startDate, endDate, ids }: ActivityQuery, now: Date): (Fragment | false)[] {
  if (ids !== undefined && startDate === undefined && endDate === undefined) return [];
  const until = endDate ?? businessDay(now);
  const from = startDate ?? until;
  return [
    sql`i.started_at >= ${dawnOf(sql`${from}::date`)}`,
    sql`i.started_at < ${dawnOf(sql`${until}::date + 1`)}`,
  ];
}

const anyOf = (column: Fragment, ids: readonly number[] | undefined): Fragment | false =>
  ids !== undefined && ids.length > 0 && sql`${column} = any(${ids})`;

/** Rows go by their first interval, which no two of them share. */
const named = (ids: readonly number[]): Fragment => sql`i.user_id = any(array(
    select user_id from agent_intervals where id = any(${ids})))
  and (i.user_id, i.campaign_id, ${dayOf(sql`i.started_at`)}) in (
    select f.user_id, f.campaign_id, ${dayOf(sql`f.started_at`)} from agent_intervals f where f.id = any(${ids}))`;

/** An interval belongs to the day it began on. */
function intervalsOf(actor: ServerActor, query: ActivityQuery, now: Date, only: Fragment | false): Fragment {
  return sql`from agent_intervals i ${where([
    sql`i.word <> 'logged-out'`,
    ...spanOf(query, now),
    visibleUsers(actor, sql`i.user_id`),
    ...narrow<typeof activity.breaks>(query, {
      startDate: null,
      endDate: null,
      userIds: (userIds) => anyOf(sql`i.user_id`, userIds),
      campaignIds: (campaignIds) => anyOf(sql`i.campaign_id`, campaignIds),
      breakIds: (breakIds) => anyOf(sql`i.break_id`, breakIds),
      ids: named,
      export: null,
      export_type: null,
      q: (q) =>
        sql`i.user_id = any(array(select id from users where first_name || ' ' || last_name || ' ' || email ilike ${likeInLong(q)}))`,
    }),
    only,
  ])} group by day, i.user_id, i.campaign_id`;
}

/** The rows with nothing but what their intervals say. */
function rowsOf(o: Asked, sums: Fragment, only: Fragment | false = false): Fragment {
  return sql`from (select min(i.id) as id, ${dayOf(sql`i.started_at`)} as day, i.user_id, i.campaign_id, ${sums}
    ${intervalsOf(o.actor, o.query, o.now, only)}) g
    join users u on u.id = g.user_id join campaigns c on c.id = g.campaign_id`;
}
interface Asked {
  actor: ServerActor;
  query: ActivityQuery;
  now: Date;
}

const times = (
  now: Date,
): Fragment => sql`${sumOf(now, sql`true`)} as total, min(i.started_at) as first_login,
  case when bool_and(i.ended_at is not null) then max(i.ended_at) end as last_logout`;
const working = (now: Date): Fragment => sql`${times(now)}, ${sumOf(now, onBreak)} as break,
  ${sumOf(now, sql`i.word = 'on-call'`)} as on_call, ${sumOf(now, sql`i.word = 'wrap-up'`)} as wrap_up,
  ${sumOf(now, sql`i.word in ('waiting', 'Ready')`)} as waiting, ${sumOf(now, sql`i.word = 'ringing'`)} as ringing,
  ${sumOf(now, sql`i.word in ('IDLE', 'First-login')`)} as idle,
  count(*) filter (where ${onBreak})::int as break_count, count(distinct i.session_id)::int as login_count`;
const pauses = (now: Date): Fragment => sql`${sumOf(now, sql`true`)} as break, count(*)::int as break_count,
  array_agg(i.id) as breaks`;

export const activityFrom = (o: Asked): Fragment => rowsOf(o, times(o.now));
export const productivityFrom = (o: Asked): Fragment => rowsOf(o, working(o.now));
export const breaksFrom = (o: Asked): Fragment => rowsOf(o, pauses(o.now), onBreak);
export const order = sql`order by g.day desc, u.first_name, u.last_name, g.user_id, g.campaign_id`;

/** The calls of a row: its person's, in its campaign, dialled on its day. */
export const callsJoined = sql`left join lateral (
  select count(*)::int as calls, count(*) filter (where k.talk_duration > 0)::int as connected,
    count(*) filter (where k.talk_duration = 0 and k.state = 'ended')::int as missed,
    count(*) filter (where k.mode = 'manual')::int as manual, count(distinct k.lead_id)::int as dialled
  from cdr k where k.user_id = g.user_id and k.campaign_id = g.campaign_id
    and k.start_time >= ${dawnOf(sql`g.day`)} and k.start_time < ${dawnOf(sql`g.day + 1`)}) k on true`;
/** Leads of the loans the person works; follow-ups written down while in the campaign. */
export const workJoined = sql`left join lateral (
  select count(*)::int as leads, count(*) filter (where e.state = 'queued')::int as queued
  from leads e join loans l on l.id = e.loan_id where e.campaign_id = g.campaign_id and l.assignee_id = g.user_id) e on true
  left join lateral (
  select count(*)::int as follow_ups from borrower_dispositions d where d.user_id = g.user_id
    and d.disposition_id = ${dispositionIds.Followup} and d.effective_at >= ${dawnOf(sql`g.day`)} and d.effective_at < ${dawnOf(sql`g.day + 1`)}
    and g.campaign_id = (select i.campaign_id from agent_intervals i where i.user_id = d.user_id
      and i.started_at <= d.effective_at order by i.started_at desc limit 1)) d on true`;
/** How long each kind of break of a row was, as HH:mm. */
export const historyJoined = (now: Date): Fragment => sql`left join lateral (
  select jsonb_agg(jsonb_build_object('breakId', b.break_id, 'duration', b.duration) order by b.break_id) as history,
    string_agg(coalesce(b.name, 'Break') || ' ' || b.duration, ', ' order by b.break_id) as words
  from (select i.break_id, p.name,
      to_char(make_interval(secs => sum(${lasted(now)})::int), 'HH24:MI') as duration
    from agent_intervals i left join breaks p on p.id = i.break_id where i.id = any(g.breaks) group by 1, 2) b) b on true`;

export const agentName = sql`u.first_name || ' ' || u.last_name`;
const head = sql`g.id, g.day as date, jsonb_build_object('agentName', ${agentName}) as "user",
  jsonb_build_object('name', c.name) as campaign, g.total as "totalWorkingHours", k.connected as "connectedCalls",
  k.missed as "notConnectedCalls", g.first_login as "firstLogin", g.last_logout as "lastLogout"`;

export const activityPage = (tx: Tx, o: Asked): Promise<Page<ActivityRow>> =>
  counted(tx, o.query, activityFrom(o), () =>
    tx.rows<ActivityRow>(sql`select ${head}, k.manual as "manualCalls", d.follow_ups as "followUps", e.leads,
      k.dialled as "dialLeads", e.queued as "queueLeads"
      from (select g.* ${activityFrom(o)} ${order} ${paged(o.query)}) g
      join users u on u.id = g.user_id join campaigns c on c.id = g.campaign_id ${callsJoined} ${workJoined} ${order}`),
  );

export const productivityPage = (tx: Tx, o: Asked): Promise<Page<ProductivityRow>> =>
  counted(tx, o.query, productivityFrom(o), () =>
    tx.rows<ProductivityRow>(sql`select ${head}, g.break, g.on_call as "onCall", g.wrap_up as "wrapUp", g.idle, g.waiting,
      g.ringing, g.total - g.break - g.idle as "actualWorkingHours", k.calls as "totalCalls",
      g.break_count as "breakCount", g.login_count as "loginCount"
      from (select g.* ${productivityFrom(o)} ${order} ${paged(o.query)}) g
      join users u on u.id = g.user_id join campaigns c on c.id = g.campaign_id ${callsJoined} ${order}`),
  );

export const breakPage = (tx: Tx, o: Asked): Promise<Page<BreakRow>> =>
  counted(tx, o.query, breaksFrom(o), () =>
    tx.rows<BreakRow>(sql`select g.id, g.day as date, ${agentName} as "agentName", c.name as "campaignName",
      g.break_count as "breakCount", g.break, b.history as "userActivitiesBreakHistory"
      from (select g.* ${breaksFrom(o)} ${order} ${paged(o.query)}) g
      join users u on u.id = g.user_id join campaigns c on c.id = g.campaign_id ${historyJoined(o.now)} ${order}`),
  );

/** How many rows the reports of these days have. */
export async function rowCount(tx: Tx, o: Asked): Promise<number> {
  const row = await tx.one<{ n: number }>(sql`select count(*)::int as n ${activityFrom(o)}`);
  return row?.n ?? 0;
}
