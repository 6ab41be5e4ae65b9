/** Call totals per loan this month, and loans per level: totals, and unaggregated changes (346). */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Levels of `called_counts`: five per step of calls, one per number of talks. */
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

/** Loans with unaggregated changes, with current values. */
export const waiting = sql`waits as materialized (
  select (m.now).loan_id, (m.now).month, (m.now).month_calls, (m.now).month_connected, (m.now).calls, (m.now).connected,
    (m.now).level, (m.now).assignee_id, (m.now).is_active from called_moves() m)`;

/** Level of a loan `l` with calls of the month in `k`; of an unaggregated one, its current value. */
export const levelOf = (month: Fragment): Fragment => sql`
  case when l.id in (select loan_id from waits)
    then coalesce((select w.level from waits w where w.loan_id = l.id and w.month = ${month}), 0)
    else coalesce(k.level, 0) end`;

/** Join for loans `l`: calls of the month, and talks, from `month` and `lately`. */
export const callsIn = (month: Fragment): Fragment => sql`
  left join called_loans month on month.user_id = 0 and month.loan_id = l.id and month.month = ${month}
  left join (
    select loan_id, sum(calls) as calls, sum(connected) as connected from call_changes where month = ${month} group by loan_id
  ) lately on lately.loan_id = l.id`;
export const calls = sql`coalesce(month.month_calls, 0) + coalesce(lately.calls, 0)`;
export const spoken = sql`coalesce(month.month_connected, 0) + coalesce(lately.connected, 0)`;
