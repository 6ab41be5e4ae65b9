/** Implausible payment day: before its loan, or long ago. */
import { mostDaysAgo } from '#contexts/payments/contract/held-payments.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** The reason a payment of this day on a loan `l` needs a decision; null if its day is plausible. */
export const dayDoubt = (day: Fragment): Fragment => sql`case
  when ${day} < l.emi_start_date then 'before-loan' when ${day} < ${today} - ${mostDaysAgo}::int then 'long-ago' end`;
