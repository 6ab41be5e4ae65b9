/** Which number a borrower sees. */
import { series1600 } from '#contexts/lenders/server/caller-id.ts';
import { sql } from '#kernel/server/database/sql.ts';

/**
 * That of the campaign `c` of a call `k` where it is the campaign of their lender, else their lender's: an agent who works for
 * one lender may call the borrowers of another by hand. Never a number the lender must not show.
 */
export const callerIdColumn = sql`
  case when k.loan_id is null then c.caller_id else (
    select case when c.client_id = s.id and (not s.series_only or c.caller_id ~ ${series1600})
      then coalesce(c.caller_id, s.caller_id) else s.caller_id end
    from loans l join clients s on s.id = l.client_id where l.id = k.loan_id) end as "callerId"`;
