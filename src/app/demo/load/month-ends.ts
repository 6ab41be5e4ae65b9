/** A year of month-end snapshots: DPD of a loan is the current one, minus the days since and plus payments since. */
const ends = `
  insert into month_ends (month, taken_at)
  select m::date, (m + interval '1 month 30 minutes') at time zone 'Asia/Kolkata'
  from generate_series(date_trunc('month', $1::timestamp) - interval '12 months',
    date_trunc('month', $1::timestamp) - interval '1 month', interval '1 month') m
  where (m + interval '1 month') at time zone 'Asia/Kolkata' > (select min(created_at) from loans)`;

const loans = `
  insert into loan_month_ends (month, loan_id, dpd, outstanding)
  select e.month, l.id,
    greatest(0, l.dpd - ($1::date - e.until) + 30 * coalesce(floor(p.paid / nullif(l.emi_amount, 0)), 0)::int),
    l.total_outstanding + coalesce(p.paid, 0)
  from (select month, (month + interval '1 month')::date as until from month_ends) e
    join loans l on l.created_at < e.until::timestamp at time zone 'Asia/Kolkata'
      and (l.is_active or l.updated_at >= e.until::timestamp at time zone 'Asia/Kolkata')
    left join lateral (select sum(p.amount)::bigint as paid from payments p
      where p.loan_id = l.id and p.realized and p.payment_date >= e.until) p on true
  order by e.month, l.id`;

export const monthEndTables = ['month_ends', 'loan_month_ends'] as const;
export const monthEnds: readonly string[] = [ends, loans];
