/** Compares report totals with their rows; without concurrent work. */
import { type Database } from '../../src/kernel/server/database/database.ts';
import { type Fragment, sql } from '../../src/kernel/server/database/sql.ts';

const book = sql`coalesce(l.assignee_id, 0), l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active`;
const keys = sql`assignee_id, client_id, portfolio_id, allocation_type_id, is_active`;
const indian = (moment: Fragment): Fragment => sql`(${moment} at time zone 'Asia/Kolkata')::date`;
const paid = sql`from payments p join loans l on l.id = p.loan_id where p.realized and p.status = 'success'`;
const promised = sql`from borrower_dispositions d join loans l on l.id = d.loan_id where d.disposition_id = 1`;
const distinctPayers = sql`sum(payers) + (sum(payments) > 0)::int`;
const byDay = sql`
  select ${book}, e.day, sum(e.collected)::bigint, sum(e.payments)::int, sum(e.promises)::int, sum(e.promised)::bigint from (
    select p.loan_id, p.payment_date as day, p.amount as collected, 1 as payments, 0 as promises, 0 as promised ${paid}
    union all select d.loan_id, ${indian(sql`d.effective_at`)}, 0, 0, 1, coalesce(d.amount, 0) ${promised}) e
  join loans l on l.id = e.loan_id`;

const monthOf = (day: Fragment): Fragment => sql`date_trunc('month', (${day})::timestamp)::date`;
/** The newest month with activity: earlier ones may be incomplete. */
const newest = sql`(select ${monthOf(sql`greatest(max(d.at), (select max(dialed_at) from call_attempts)) at time zone 'Asia/Kolkata'`)}
  from (select max(effective_at) as at from borrower_dispositions) d)`;
/** Activities per loan and month, one per row; the maximum per loan. */
const worked = sql`
  select id as loan_id, '-infinity'::date as month, 0 as step, 0 as calls, 0 as paid from loans where last_disposition_id is not null
  union all select loan_id, ${monthOf(indian(sql`effective_at`))}, case when disposition_id = 1 then 4 when disposition_id < 5 then 3 else 1 end, 0, 0
  from borrower_dispositions
  union all select loan_id, ${monthOf(indian(sql`effective_at`))}, case when outcome = 'met' then 2 else 1 end, 0, 0 from visits
  union all select loan_id, ${monthOf(sql`due_on`)}, case when state = 'kept' then 5 else 4 end, 0, 0 from promises
  where state <> 'void_inactive'
  union all select loan_id, ${monthOf(sql`payment_date`)}, 0, 0, case when realized then 2 else 1 end from payments where status = 'success'
  union all select loan_id, ${monthOf(indian(sql`start_time`))}, n, n, 0
  from cdr cross join lateral (values (case when talk_duration > 0 then 2 else 1 end)) t (n) where loan_id is not null`;

/** Stored and recomputed values of each total. */
const sums: Readonly<Record<string, readonly [told: Fragment, rows: Fragment]>> = {
  loans: [
    sql`select ${keys}, sum(loans)::int, sum(principal)::bigint, sum(total)::bigint from book_sums_now group by ${keys}
      having sum(loans) <> 0 or sum(principal) <> 0 or sum(total) <> 0`,
    sql`select ${book}, count(*)::int, sum(l.principal_outstanding)::bigint, sum(l.total_outstanding)::bigint
      from loans l group by 1, 2, 3, 4, 5`,
  ],
  kinds: [
    sql`select assignee_id, client_id, kind, value, sum(loans)::int, sum(total)::bigint from book_kinds_now group by 1, 2, 3, 4
      having sum(loans) <> 0 or sum(total) <> 0`,
    sql`select coalesce(l.assignee_id, 0), l.client_id, k.kind, k.value, count(*)::int, sum(l.total_outstanding)::bigint
      from loans l cross join lateral (values
        ('age', case when l.dpd is null then 'unknown' when l.dpd <= 0 then '0' when l.dpd <= 30 then '1-30' when l.dpd <= 60 then '31-60'
          when l.dpd <= 90 then '61-90' when l.dpd <= 180 then '91-180' else 'Above 180' end),
        ('status', l.payment_status), ('history', l.payment_history_status),
        ('assigned', to_char(l.assigned_at at time zone 'Asia/Kolkata', 'YYYY-MM'))) k (kind, value)
      where l.is_active and k.value is not null group by 1, 2, 3, 4`,
  ],
  collected: [
    sql`select ${keys}, sum(collected)::bigint, sum(payments)::int from book_sums_now group by ${keys}
      having sum(collected) <> 0 or sum(payments) <> 0`,
    sql`select ${book}, sum(p.amount)::bigint, count(*)::int ${paid} group by 1, 2, 3, 4, 5`,
  ],
  days: [
    sql`select ${keys}, day, sum(collected)::bigint, sum(payments)::int, sum(promises)::int, sum(promised)::bigint
      from book_days_now group by ${keys}, day
      having sum(collected) <> 0 or sum(payments) <> 0 or sum(promises) <> 0 or sum(promised) <> 0`,
    sql`${byDay} group by 1, 2, 3, 4, 5, 6`,
  ],
  lenders: [
    sql`select client_id, portfolio_id, allocation_type_id, is_active, day, sum(collected)::bigint, sum(payments)::int,
        sum(promises)::int, sum(promised)::bigint from lender_days_now group by 1, 2, 3, 4, 5
      having sum(collected) <> 0 or sum(payments) <> 0 or sum(promises) <> 0 or sum(promised) <> 0`,
    sql`select client_id, portfolio_id, alloc, is_active, day, sum(a)::bigint, sum(b)::int, sum(c)::int, sum(d)::bigint
      from (${byDay} group by 1, 2, 3, 4, 5, 6) x (assignee, client_id, portfolio_id, alloc, is_active, day, a, b, c, d)
      group by 1, 2, 3, 4, 5`,
  ],
  payers: [
    sql`select ${keys}, day, borrower_id, sum(payments)::int from payer_days_now group by ${keys}, day, borrower_id
      having sum(payments) <> 0`,
    sql`select ${book}, p.payment_date, l.borrower_id, count(*)::int ${paid} group by 1, 2, 3, 4, 5, 6, 7`,
  ],
  paidThatDay: [
    sql`select client_id, portfolio_id, allocation_type_id, is_active, day, sum(n)::int from (
        select client_id, portfolio_id, allocation_type_id, is_active, day, ${distinctPayers} as n
        from lender_payers_now group by 1, 2, 3, 4, 5, borrower_id) x group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
    sql`select l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active, p.payment_date,
        count(distinct l.borrower_id)::int ${paid} group by 1, 2, 3, 4, 5`,
  ],
  paidThatMonth: [
    sql`select client_id, month, sum(n)::int from (
        select client_id, date_trunc('month', day::timestamp) as month, ${distinctPayers} as n
        from lender_payers_now group by 1, 2, borrower_id) x group by 1, 2 having sum(n) <> 0`,
    sql`select l.client_id, date_trunc('month', p.payment_date::timestamp), count(distinct l.borrower_id)::int ${paid}
      group by 1, 2`,
  ],
  // Each payment is in the account of its row, and all accounts of a loan add up to zero.
  ledger: [
    sql`select payment_id, account, amount from ledger_differences`,
    sql`select 0::bigint, 'borrower', 0::bigint where false`,
  ],
  agents: [
    sql`select user_id, day, sum(promises)::int, sum(follow_ups)::int, sum(calls)::int, sum(connected)::int, sum(talk)::int,
        sum(spans)::int, sum(login)::bigint, sum(break)::bigint from agent_days_now group by 1, 2
      having sum(promises) <> 0 or sum(follow_ups) <> 0 or sum(calls) <> 0 or sum(spans) <> 0`,
    sql`select user_id, day, sum(p)::int, sum(f)::int, sum(c)::int, sum(s)::int, sum(t)::int, sum(n)::int, sum(w)::bigint, sum(b)::bigint
      from (
        select user_id, ${indian(sql`effective_at`)}, (disposition_id = 1)::int, (disposition_id = 2)::int, 0, 0, 0, 0, 0, 0
        from borrower_dispositions where disposition_id in (1, 2)
        union all select user_id, ${indian(sql`start_time`)}, 0, 0, 1, (talk_duration > 0)::int, talk_duration, 0, 0, 0
        from cdr where user_id is not null
        union all select user_id, ${indian(sql`started_at`)}, 0, 0, 0, 0, 0, 1,
          extract(epoch from ended_at - started_at) * 1000000,
          case when word ilike 'break%' then extract(epoch from ended_at - started_at) * 1000000 else 0 end
        from agent_intervals where ended_at is not null and word <> 'logged-out') x (user_id, day, p, f, c, s, t, n, w, b)
      group by 1, 2`,
  ],
  calledThatMonth: [
    sql`select k.user_id, k.loan_id, k.month, sum(n.month_calls)::int, sum(n.month_connected)::int
      from called_loans_now n join (
        select user_id, loan_id, max(month) as month from called_loans_now group by 1, 2) k on (n.user_id, n.loan_id, n.month) = (k.user_id, k.loan_id, k.month)
      group by 1, 2, 3 having sum(n.month_calls) <> 0 or sum(n.month_connected) <> 0`,
    sql`select c.* from (
        select w.user_id, coalesce(k.loan_id, 0) as loan_id, date_trunc('month', k.start_time at time zone 'Asia/Kolkata')::date as month,
          count(*)::int, sum((k.talk_duration > 0)::int)::int
        from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id) where w.user_id is not null group by 1, 2, 3) c
      where (user_id, loan_id, month) in (select user_id, loan_id, max(month) from called_loans_now group by 1, 2)
        or month > (select max(month) from called_loans_now)`,
  ],
  calledSoOften: [
    sql`select month, assignee_id, is_active, level, sum(loans)::int, sum(calls)::int, sum(connected)::int
      from called_counts_now group by 1, 2, 3, 4 having sum(loans) <> 0 or sum(calls) <> 0 or sum(connected) <> 0`,
    sql`select c.month, coalesce(c.assignee_id, l.assignee_id, 0), coalesce(c.is_active, l.is_active, false),
        case when c.month > '-infinity' then call_level(c.calls, c.connected) else 0 end,
        sum((c.loan_id <> 0)::int)::int, sum(c.calls)::int, sum(c.connected)::int
      from (
        select loan_id, '-infinity'::date as month, 0 as assignee_id, true as is_active, sum(calls)::int as calls, sum(connected)::int as connected
        from called_loans_now where user_id = 0 group by 1
        union all select n.loan_id, n.month, null, null, sum(n.month_calls)::int, sum(n.month_connected)::int
        from called_loans_now n join (
          select loan_id, max(month) as month from called_loans_now where user_id = 0 group by 1) k on (n.loan_id, n.month) = (k.loan_id, k.month)
        where n.user_id = 0 group by 1, 2) c
      left join loans l on l.id = c.loan_id where c.calls <> 0 or c.connected <> 0 group by 1, 2, 3, 4`,
  ],
  hours: [
    sql`select user_id, hour, sum(calls)::int, sum(connected)::int from call_hours_now group by 1, 2
      having sum(calls) <> 0 or sum(connected) <> 0`,
    sql`select w.user_id, date_trunc('hour', k.start_time at time zone 'Asia/Kolkata'), count(*)::int, sum((k.talk_duration > 0)::int)::int
      from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id) where w.user_id is not null group by 1, 2`,
  ],
  outcomes: [
    sql`select assignee_id, month, disposition_id, sum(outcomes)::int, sum(amount)::bigint from outcome_months_now group by 1, 2, 3
      having sum(outcomes) <> 0 or sum(amount) <> 0`,
    sql`select coalesce(l.assignee_id, 0), date_trunc('month', ${indian(sql`d.effective_at`)}::timestamp)::date, d.disposition_id,
        count(*)::int, coalesce(sum(d.amount), 0)::bigint
      from borrower_dispositions d join loans l on l.id = d.loan_id where d.disposition_id in (1, 2, 3, 4) group by 1, 2, 3`,
  ],
  promises: [
    sql`select assignee_id, client_id, due_on, sub_disposition_id, sum(promises)::int, sum(amount)::bigint, sum(kept)::int, sum(broken)::int
      from promise_sums_now group by 1, 2, 3, 4
      having sum(promises) <> 0 or sum(amount) <> 0 or sum(kept) <> 0 or sum(broken) <> 0`,
    sql`select w.assignee, w.lender, x.due, x.sub, sum(n)::int, sum(amount)::bigint, sum(kept)::int, sum(broken)::int
      from (
        select loan_id, action_date as due, coalesce(sub_disposition_id, 0) as sub, 1 as n, coalesce(amount, 0) as amount, 0 as kept, 0 as broken
        from borrower_dispositions where disposition_id = 1 and action_date is not null
        union all select loan_id, '-infinity', coalesce(sub_disposition_id, 0), 1, coalesce(amount, 0), 0, 0
        from borrower_dispositions where disposition_id = 1
        union all select p.loan_id, t.due, 0, 0, 0, (p.state = 'kept')::int, (p.state in ('broken', 'part_kept'))::int
        from promises p cross join lateral (values (p.due_on), ('-infinity'::date)) t (due) where p.state in ('kept', 'broken', 'part_kept')) x
      join loans l on l.id = x.loan_id and l.is_active
      cross join lateral (values (coalesce(l.assignee_id, 0), 0), (-1, l.client_id)) w (assignee, lender) group by 1, 2, 3, 4`,
  ],
  months: [
    sql`select month, assignee_id, client_id, is_active, step::int, calls::int, paid::int, said::int, sum(loans)::int, sum(total)::bigint
      from month_counts_now where month >= ${newest} or month = '-infinity' group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(loans) <> 0 or sum(total) <> 0`,
    sql`select m.month, w.assignee_id, l.client_id, l.is_active, m.step, m.calls, m.paid,
        case when m.paid > 0 or m.month = '-infinity' then said else 0 end, count(*)::int, sum(l.total_outstanding)::bigint
      from (
        select loan_id, month, max(step) as step, max(calls) as calls, max(paid) as paid from (${worked}) x
        where month >= ${newest} or month = '-infinity' group by 1, 2) m
      join loans l on l.id = m.loan_id cross join lateral (
        select case when l.last_disposition_id in (1, 3, 4) then 2 else (l.last_disposition_id is not null)::int end) k (said)
      cross join lateral (values (coalesce(l.assignee_id, 0)), (-1)) w (assignee_id)
      group by 1, 2, 3, 4, 5, 6, 7, 8`,
  ],
  said: [
    sql`select month, user_id, disposition_id, sub_disposition_id, sum(outcomes)::int from said_counts_now
      where month >= ${newest} group by 1, 2, 3, 4 having sum(outcomes) <> 0`,
    sql`select ${monthOf(indian(sql`effective_at`))}, w.user_id, disposition_id, coalesce(sub_disposition_id, 0), count(*)::int
      from borrower_dispositions d cross join lateral (values (d.user_id), (0::bigint)) w (user_id)
      where ${monthOf(indian(sql`effective_at`))} >= ${newest} group by 1, 2, 3, 4`,
  ],
  lapses: [
    sql`select assignee_id, lapses_on, sum(promises)::int, sum(kept)::int from promise_lapses_now group by 1, 2
      having sum(promises) <> 0 or sum(kept) <> 0`,
    sql`select w.assignee_id, p.lapses_on, count(*)::int, sum((p.state = 'kept')::int)::int
      from promises p join loans l on l.id = p.loan_id cross join lateral (values (coalesce(l.assignee_id, 0)), (-1)) w (assignee_id)
      where p.state <> 'void_inactive' group by 1, 2`,
  ],
  rolls: [
    sql`select month, assignee_id, client_id, came_from, went_to, move, sum(loans)::int, sum(amount)::bigint from roll_counts_now
      group by 1, 2, 3, 4, 5, 6 having sum(loans) <> 0 or sum(amount) <> 0`,
    sql`select e.month, w.assignee_id, w.client_id, x.came_from, x.went_to,
        case when x.came_from = 'new' then 'new' when x.went_to = 'gone' then 'gone' when x.came_from = x.went_to then 'same'
          when 'unknown' in (x.came_from, x.went_to) then 'untold'
          when array_position(x.buckets, x.went_to) < array_position(x.buckets, x.came_from) then 'back' else 'on' end,
        count(*)::int, sum(coalesce(a.outstanding, b.outstanding))::bigint
      from month_ends e cross join loans l
        left join loan_month_ends a on a.loan_id = l.id and a.month = (e.month - interval '1 month')::date
        left join loan_month_ends b on b.loan_id = l.id and b.month = e.month
        cross join lateral (select case when a.loan_id is null then 'new' else loan_age(a.dpd) end,
          case when b.loan_id is null then 'gone' else loan_age(b.dpd) end,
          array['0', '1-30', '31-60', '61-90', '91-180', 'Above 180']) x (came_from, went_to, buckets)
        cross join lateral (values (coalesce(l.assignee_id, 0), 0::bigint), (-1::bigint, l.client_id)) w (assignee_id, client_id)
      where e.is_summed and (a.loan_id is not null or b.loan_id is not null) group by 1, 2, 3, 4, 5, 6`,
  ],
  called: [
    sql`select user_id, loan_id, sum(calls)::int, sum(connected)::int from called_loans_now group by 1, 2
      having sum(calls) <> 0 or sum(connected) <> 0`,
    sql`select w.user_id, coalesce(k.loan_id, 0), count(*)::int, sum((k.talk_duration > 0)::int)::int
      from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id) where w.user_id is not null group by 1, 2`,
  ],
};

/** Totals differing from their rows, as text; none if all are equal. All totals, or the named ones. */
export async function sumFaults(
  database: Pick<Database, 'rows'>,
  names: readonly string[] = Object.keys(sums),
): Promise<string[]> {
  const faults: string[] = [];
  for (const name of names) {
    const [told, rows] = sums[name] ?? [];
    if (!told || !rows) throw new Error(`no sum ${name}`);
    const found = await database.rows<{ kind: string; line: string }>(sql`
      with told as (${told}), counted as (${rows})
      (select 'told' as kind, x::text as line from (select * from told except select * from counted) x limit 5)
      union all (select 'rows' as kind, x::text as line from (select * from counted except select * from told) x limit 5)`);
    faults.push(...found.map(({ kind, line }) => `${name}, ${kind}: ${line}`));
  }
  return faults;
}
