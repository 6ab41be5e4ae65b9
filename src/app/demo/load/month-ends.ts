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

/** Of each loan next to the end before, also where it is not active any more. */
const before = `
  update loan_month_ends e set dpd_before = b.dpd, outstanding_before = b.outstanding
  from loan_month_ends b where b.loan_id = e.loan_id and b.month = (e.month - interval '1 month')::date and e.month < $1::date`;
const gone = `
  insert into loan_month_ends (month, loan_id, dpd_before, outstanding_before)
  select e.month, b.loan_id, b.dpd, b.outstanding
  from month_ends e join loan_month_ends b on b.month = (e.month - interval '1 month')::date and b.outstanding is not null
  where e.month < $1::date and not exists (select from loan_month_ends o where o.loan_id = b.loan_id and o.month = e.month)`;

export const monthEndTables = ['month_ends', 'loan_month_ends'] as const;
export const monthEnds: readonly string[] = [ends, loans, before, gone];
