/** Which number a borrower sees, and why they are called. */
import { series1600 } from '#contexts/lenders/server/caller-id.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/**
 * Why a loan is called, of the reasons that lenders have numbers for: they asked for it, by a time promised for this day or
 * by a call that reached nobody; or nothing is past due yet; or to collect.
 */
export const purposeOf = (loanId: number, now: Date): Fragment => sql`(
  select case
    when exists (select from leads x where x.loan_id = l.id and x.callback_at
        < ((${now}::timestamptz at time zone 'Asia/Kolkata')::date + 1)::timestamp at time zone 'Asia/Kolkata')
      or exists (select from missed_calls m where m.borrower_id = l.borrower_id and m.closed_at is null) then 'call_back'
    when l.dpd = 0 then 'reminder' else 'collection' end
  from loans l where l.id = ${loanId})`;

/**
 * That of the campaign `c` of a call `k` where it is the campaign of their lender, else their lender's, of this purpose where
 * it has one: an agent who works for one lender may call the borrowers of another by hand. Never a number the lender must
 * not show.
 */
export const callerIdColumn = sql`
  case when k.loan_id is null then c.caller_id else (
    select case when c.client_id = s.id and (not s.series_only or c.caller_id ~ ${series1600})
      then coalesce(c.caller_id, own.id) else own.id end
    from loans l join clients s on s.id = l.client_id
    cross join lateral (select coalesce(
      case k.purpose when 'call_back' then s.call_back_caller_id when 'reminder' then s.reminder_caller_id end,
      s.caller_id) as id) own
    where l.id = k.loan_id) end as "callerId"`;
