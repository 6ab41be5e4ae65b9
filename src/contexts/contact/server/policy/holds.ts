/** When a hold is in force: the one place that says so, for the policy, for lists of holds and for what must wait. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Of a row `h` of loan_holds, on a day. */
export const inForce = (day: string): Fragment =>
  sql`h.ended_at is null and h.from_day <= ${day}::date and h.until_day >= ${day}::date`;
