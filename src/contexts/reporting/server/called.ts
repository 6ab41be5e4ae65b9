/** Results of loans in a month: their stored numbers with queued changes, and their level of calls (decision 560). */
import { type Fragment, name, sql } from '#kernel/server/database/sql.ts';

/** Levels of `called_counts`: five per step of calls, one per number of talks. */
const steps = 5;
export const levelSteps = (level: number): { attempted: number; connected: number } => ({
  attempted: Math.floor(level / steps),
  connected: level % steps,
});
/** Class of a number: 0, 1, 2-5, 6-10, more. */
export const stepOf = (number: Fragment): Fragment => sql`width_bucket(${number}, array[1, 2, 6, 11])`;
export const levelOf = (calls: Fragment, connected: Fragment): Fragment =>
  sql`${steps}::int * ${stepOf(calls)} + ${stepOf(connected)}`;

/** Queued changes of a month by loan. */
export const waiting = (month: Fragment): Fragment => sql`waits as materialized (
  select loan_id, sum(calls)::int as calls, sum(connected)::int as connected, sum(payments)::int as payments,
    sum(realized)::int as realized
  from month_loans_changes where month = ${month} group by 1)`;
/** Join for loans `l`: their activities of the month, next to those that wait. */
export const monthOfLoans = (month: Fragment): Fragment => sql`
  left join month_loans k on k.loan_id = l.id and k.month = ${month} left join waits w on w.loan_id = l.id`;
export const inMonth = (count: 'calls' | 'connected' | 'payments' | 'realized'): Fragment =>
  sql`coalesce(${name(`k.${count}`)}, 0) + coalesce(${name(`w.${count}`)}, 0)`;
/** Numbers of all loans that wait, as `changed`, where they meet a condition on `l`. */
export const changedLoans = (month: Fragment, when: Fragment): Fragment => sql`
  ${waiting(month)},
  changed as materialized (
    select l.id, l.last_disposition_id, ${inMonth('calls')} as calls, ${inMonth('connected')} as connected,
      ${inMonth('payments')} as payments, ${inMonth('realized')} as realized
    from waits w join loans l on l.id = w.loan_id left join month_loans k on k.loan_id = l.id and k.month = ${month}
    where ${when})`;
