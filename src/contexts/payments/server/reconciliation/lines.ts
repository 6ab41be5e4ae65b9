/** Our payments joined with settlement rows, by payment day: source of days, rows and totals. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { dayInIndia, firstDays, firstForm, isCopy } from './new-lines.ts';

/** Days in India, both in it. */
export interface Days {
  from: string;
  to: string;
}
const isBack = sql`r.kind in ('refund', 'chargeback')`;
const startOf = (day: Fragment): Fragment => sql`(${day})::timestamp at time zone 'Asia/Kolkata'`;
const settledIn = ({ from, to }: Days): Fragment =>
  sql`t.settled_at >= ${startOf(sql`${from}::date`)} and t.settled_at < ${startOf(sql`${to}::date + 1`)}`;

/**
 * Rows of an order have its day; those without an order, or with an unpaid one, their row's day. With the order, once.
 */
const withOrder = sql`select r.*, t.settled_at, t.state as order_state, t.amount as order_amount, t.refunded, t.loan_id, t.payment_id from gateway_rows r`;
const rowsOf = (days: Days): Fragment => sql`
  ${withOrder} join payment_attempts t on t.id = r.attempt_id where ${settledIn(days)}
  union all
  ${withOrder} join payment_attempts t on t.id = r.attempt_id and t.settled_at is null
  where r.day between ${days.from} and ${days.to}
  union all
  ${withOrder} left join payment_attempts t on false where r.day between ${days.from} and ${days.to} and r.attempt_id is null`;

/** File rows with our books; an order's payment and its refund are included once each. */
const told = (days: Days): Fragment => sql`
  select r.id * 2 as id, coalesce(${dayInIndia(sql`r.settled_at`)}, r.day) as day, r.gateway, r.kind, r.attempt_id, r.entity, r.loan_id,
    case
      when r.kind = 'refund' and not r.is_copy and r.order_state = 'success' and p.status = 'success' and r.refund_sum <= r.refunded then -r.amount
      when r.order_state is null or r.order_state not in ('success', 'reversed') or r.place > 1 or r.is_copy then 0
      when r.kind = 'payment' and (p.status is distinct from 'reversed' or r.backs > 0) then r.order_amount
      when ${isBack} and p.status = 'reversed' then -r.order_amount else 0 end as ours,
    case when r.kind = 'other' or r.is_copy then 0 when ${isBack} then -r.amount else r.amount end as theirs,
    r.fee * n.counts as fee, r.tax * n.counts as tax, r.net * n.counts as net, nullif(r.utr, '') as utr, r.settled_on
  from (select r.*, ${isCopy} as is_copy, row_number() over (partition by coalesce(r.attempt_id, 'row ' || r.id), ${isBack}, r.kind = 'payment', ${isCopy}
        order by r.payment_ref, r.entity, r.amount, r.id) as place,
      count(*) filter (where ${isBack}) over (partition by coalesce(r.attempt_id, 'row ' || r.id)) as backs,
      sum(r.amount) filter (where r.kind = 'refund' and not ${isCopy}) over (partition by coalesce(r.attempt_id, 'row ' || r.id)) as refund_sum
    from (${rowsOf(days)}) r left join ${firstForm}) r
    cross join lateral (select case when r.is_copy then 0 else 1 end as counts) n
    left join payments p on p.id = r.payment_id`;

/** Payments here that no file has, from the first day on that a file of their gateway is about. */
const untold = (days: Days): Fragment => sql`
  select t.number * 2 + 1, ${dayInIndia(sql`t.settled_at`)}, t.gateway, 'payment', t.id, null, t.loan_id,
    case when t.state = 'success' then t.amount - t.refunded else 0 end, 0, 0, 0, 0, null, null
  from payment_attempts t join ${firstDays} first on first.gateway = t.gateway
  where t.state in ('success', 'reversed') and ${settledIn(days)} and ${dayInIndia(sql`t.settled_at`)} >= first.day
    and not exists (select from gateway_rows r where r.attempt_id = t.id and r.kind = 'payment')`;

/** As `n`, with the loan as `l` and its lender as `c`. */
export const linesOf = (days: Days): Fragment => sql`
  (select u.*, coalesce(l.client_id, a.client_id) as client_id from (${told(days)} union all ${untold(days)}) u
    left join loans l on l.id = u.loan_id left join payment_accounts a on a.id = substring(u.gateway from '-([0-9]+)$')::bigint) n
  left join loans l on l.id = n.loan_id left join clients c on c.id = n.client_id`;
