/** How often loans were called in the present month, and how many were called so often: sums, and what waits to be folded (346). */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Levels of `called_counts`: five for each step of calls, one for each of those in which somebody spoke. */
const steps = 5;
export const levelSteps = (level: number): { attempted: number; connected: number } => ({
  attempted: Math.floor(level / steps),
  connected: level % steps,
});
/** A loan is counted there from its first call on. */
export const isCalled = (level: Fragment): Fragment => sql`${level} >= ${steps}`;

/** All of them, in the order of the index. */
export const calledLevels = Array.from({ length: steps * (steps - 1) }, (_, n) => steps + n);
/** The steps of a loan `c`. */
export const attempted = sql`c.level / ${steps}`;
export const connected = sql`c.level % ${steps}`;

/** Loans that wait to be folded, as they are. */
export const waiting = sql`waits as materialized (
  select (m.now).loan_id, (m.now).month, (m.now).month_calls, (m.now).month_connected, (m.now).calls, (m.now).connected,
    (m.now).level, (m.now).assignee_id, (m.now).is_active from called_moves() m)`;

/** The level of a loan `l` whose calls of the month stand in `k`; of one that waits, as it is. */
export const levelOf = (month: Fragment): Fragment => sql`
  case when l.id in (select loan_id from waits)
    then coalesce((select w.level from waits w where w.loan_id = l.id and w.month = ${month}), 0)
    else coalesce(k.level, 0) end`;

/** Beside loans `l`: their calls of the month, and those in which somebody spoke, of `month` and `lately`. */
export const callsIn = (month: Fragment): Fragment => sql`
  left join called_loans month on month.user_id = 0 and month.loan_id = l.id and month.month = ${month}
  left join (
    select loan_id, sum(calls) as calls, sum(connected) as connected from call_changes where month = ${month} group by loan_id
  ) lately on lately.loan_id = l.id`;
export const calls = sql`coalesce(month.month_calls, 0) + coalesce(lately.calls, 0)`;
export const spoken = sql`coalesce(month.month_connected, 0) + coalesce(lately.connected, 0)`;
