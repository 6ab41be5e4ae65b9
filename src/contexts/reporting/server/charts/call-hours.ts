/** Calls by hour since a day of the last forty, also those that no agent took where the caller sees everybody. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { Drawn } from './scope.ts';

/** Rows `(hour, calls, connected)`, several of an hour. */
export const callHours = (d: Drawn, from: Fragment): Fragment =>
  d.clientIds ? hoursOfLenders(d, from) : hoursOf(d, from);

/** Totals by user and hour (decision 560); id 0 is all calls. */
const hoursOf = (d: Drawn, from: Fragment): Fragment => sql`(
  select s.hour, s.calls, s.connected from call_hours_now s
  where s.hour >= ${from} and ${d.isAll ? sql`s.user_id = 0` : d.people(sql`s.user_id`)})`;
/** A call's lender is its loan's; totals lack it. */
const hoursOfLenders = (d: Drawn, from: Fragment): Fragment => sql`(
  select date_trunc('hour', k.start_time at time zone 'Asia/Kolkata') as hour, 1 as calls, (k.talk_duration > 0)::int as connected
  from cdr k join loans l on l.id = k.loan_id and l.client_id = any(${[...(d.clientIds ?? [])]})
  where k.start_time >= ${d.dawn(from)} and ${d.people(sql`k.user_id`)})`;
