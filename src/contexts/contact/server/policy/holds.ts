/** Condition of an active hold, shared by the policy, hold lists and blocked work. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Of a row `h` of loan_holds, on a day. */
export const inForce = (day: string): Fragment =>
  sql`h.ended_at is null and h.from_day <= ${day}::date and h.until_day >= ${day}::date`;
