/** Reports are totals of intervals and calls: a row is one user's day in one campaign. */
import { paged } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { activity, productivity } from '#contexts/reporting/contract/activity.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, empty, sql, where } from '#kernel/server/database/sql.ts';
import { chosenIn } from '../order.ts';
import { callsJoined, dawnOf, followUpsJoined, leadsJoined } from './joins.ts';
import { type Sorts, activityOrders, agentName, breakOrders, inOrder, productivityOrders } from './orders.ts';

export type ActivityQuery = z.output<typeof activity.report.takes> & { breakIds?: number[] };
export type ActivityRow = z.output<typeof activity.report.gives>;
export type ProductivityRow = z.output<typeof productivity.report.gives>;
export type BreakRow = z.output<typeof activity.breaks.gives>;

const dayOf = (moment: Fragment): Fragment => sql`(${moment} at time zone 'Asia/Kolkata')::date`;
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
        sql`i.user_id = any(array(select id from users where ${nameHas(sql`first_name || ' ' || last_name || ' ' || email`, q)}))`,
    }),
    only,
  ])} group by day, i.user_id, i.campaign_id`;
}

/** Rows with interval data only. */
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
/** How long each kind of break of a row was, as HH:mm. */
export const historyJoined = (now: Date): Fragment => sql`left join lateral (
  select jsonb_agg(jsonb_build_object('breakId', b.break_id, 'duration', b.duration) order by b.break_id) as history,
    string_agg(coalesce(b.name, 'Break') || ' ' || b.duration, ', ' order by b.break_id) as words
  from (select i.break_id, p.name,
      to_char(make_interval(secs => sum(${lasted(now)})::int), 'HH24:MI') as duration
    from agent_intervals i left join breaks p on p.id = i.break_id where i.id = any(g.breaks) group by 1, 2) b) b on true`;

const head = sql`g.id, g.day as date, jsonb_build_object('agentName', ${agentName}) as "user",
  jsonb_build_object('name', c.name) as campaign, g.total as "totalWorkingHours", k.connected as "connectedCalls",
  k.missed as "notConnectedCalls", g.first_login as "firstLogin", g.last_logout as "lastLogout"`;

/** A page of rows; what is joined to them is found for the page alone, unless they are sorted by it. */
const page = <R extends object>(
  tx: Tx,
  o: Asked,
  from: Fragment,
  columns: Fragment,
  joins: Fragment,
  sorts: Sorts,
): Promise<Page<R>> => {
  const order = inOrder(sorts, o.query);
  const sorted = sql`${from} ${chosenIn(sorts, o.query.sort)?.needs ?? empty} ${order}`;
  return counted(tx, o.query, from, () =>
    tx.rows<R>(sql`select ${columns} from (select g.* ${sorted} ${paged(o.query)}) g
      join users u on u.id = g.user_id join campaigns c on c.id = g.campaign_id ${joins} ${order}`),
  );
};

export const activityPage = (tx: Tx, o: Asked): Promise<Page<ActivityRow>> =>
  page(
    tx,
    o,
    activityFrom(o),
    sql`${head}, k.manual as "manualCalls", d.follow_ups as "followUps", e.leads, k.dialled as "dialLeads",
      e.queued as "queueLeads"`,
    sql`${callsJoined} ${leadsJoined} ${followUpsJoined}`,
    activityOrders,
  );

export const productivityPage = (tx: Tx, o: Asked): Promise<Page<ProductivityRow>> =>
  page(
    tx,
    o,
    productivityFrom(o),
    sql`${head}, g.break, g.on_call as "onCall", g.wrap_up as "wrapUp", g.idle, g.waiting,
      g.ringing, g.total - g.break - g.idle as "actualWorkingHours", k.calls as "totalCalls",
      g.break_count as "breakCount", g.login_count as "loginCount"`,
    callsJoined,
    productivityOrders,
  );

export const breakPage = (tx: Tx, o: Asked): Promise<Page<BreakRow>> =>
  page(
    tx,
    o,
    breaksFrom(o),
    sql`g.id, g.day as date, ${agentName} as "agentName", c.name as "campaignName",
      g.break_count as "breakCount", g.break, b.history as "userActivitiesBreakHistory"`,
    historyJoined(o.now),
    breakOrders,
  );

/** How many rows the reports of these days have. */
export async function rowCount(tx: Tx, o: Asked): Promise<number> {
  const row = await tx.one<{ n: number }>(sql`select count(*)::int as n ${activityFrom(o)}`);
  return row?.n ?? 0;
}
