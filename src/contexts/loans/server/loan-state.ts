/** Derived loan state as SQL expressions. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Nothing is owed any more: settled and paid, or paid in full. A row of `loans`. */
export const isPaidOff = (loan: Fragment): Fragment => sql`
  (${loan}.payment_status = 'Settlement Paid' or (${loan}.payment_status = 'Foreclosure' and ${loan}.total_outstanding = 0))`;

/** TOS as shown to users; null while no file has stated it. Of a row of `loans`. */
export const totalOf = (loan: Fragment): Fragment =>
  sql`case when ${loan}.total_is_known then ${loan}.total_outstanding end`;
/** POS as shown to users; without a stated TOS a zero was not stated either. Of a row of `loans`. */
export const principalOf = (loan: Fragment): Fragment => sql`
  case when ${loan}.total_is_known or ${loan}.principal_outstanding > 0 then ${loan}.principal_outstanding end`;

/** Day in India since which the loan is paid off, and how; null while it has a balance. A row of `loans`. */
export const paidOffOf = (loan: Fragment): Fragment => sql`
  case when ${loan}.paid_off_at is not null then jsonb_build_object('on', (${loan}.paid_off_at at time zone 'Asia/Kolkata')::date,
    'isSettled', ${loan}.payment_status = 'Settlement Paid') end`;

/** Pending step of a loan's reported money while no payment is confirmed; null without such money. A row of `loans`. */
export const paymentAwaitsOf = (loan: Fragment): Fragment => sql`
  case when ${loan}.payment_status = 'Unpaid' then (
    select case when bool_or(r.id is not null) then 'deposit_awaited' when count(*) > 0 then 'confirmation_awaited' end
    from payments y left join cash_receipts r on r.payment_id = y.id and r.state = 'in-hand'
    where y.loan_id = ${loan}.id and y.status = 'success' and not y.realized and y.amount > 0) end`;

/** The `ClosedRule` of a row of `loans`, or null: paid-off and inactive loans are closed for every channel. */
export const closedRuleOf = (loan: Fragment): Fragment => sql`
  case when ${isPaidOff(loan)} then 'paid_off'
    when not ${loan}.is_active then 'inactive'
    when not (select c.is_active from clients c where c.id = ${loan}.client_id) then 'client_inactive'
    when not (select p.is_active from portfolios p where p.id = ${loan}.portfolio_id) then 'portfolio_inactive'
    when not (select m.is_active from campaigns m where m.id = ${loan}.campaign_id) then 'campaign_inactive' end`;

/**
 * Whether a loan's number is do-not-call: by the loan, or by the number on any loan. Each
 * number is looked up by its index: `exists` would be answered by reading all numbers.
 */
export const isDncOf = (loan: Fragment, number: Fragment): Fragment => sql`
  (${loan}.is_dnc or coalesce((select true from dnc_numbers d where right(d.mobile, 4) = right(${number}, 4)
    and d.mobile = ${number} and d.status = 'active' limit 1), false))`;
