/** Pending step of reported money, as SQL for PTPs and loans. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/**
 * Displayed PTP state. Reported money is included immediately; one kept only with unconfirmed money shows what is
 * pending. A row of `promises`.
 */
export const shownStateOf = (promise: Fragment): Fragment => sql`
  case when ${promise}.state <> 'kept' then ${promise}.state else (
    select case when coalesce(sum(y.amount) filter (where y.realized), 0) >= ${promise}.needed
          or count(*) filter (where not y.realized) = 0 then 'kept'
        when bool_or(not y.realized and r.id is not null) then 'deposit_awaited' else 'confirmation_awaited' end
    from payments y left join cash_receipts r on r.payment_id = y.id and r.state = 'in-hand'
    where y.loan_id = ${promise}.loan_id and y.status = 'success' and y.amount > 0
      and y.payment_date between ${promise}.made_on and ${promise}.lapses_on) end`;
