-- What was collected in all on the loans of a slice of the book lies beside their number (decision 295): whoever leads a
-- hundred people has a quarter of a million rows of days, and one row of each slice.
-- Nobody folds meanwhile; saves go on, they only add to sum_changes.
select pg_advisory_xact_lock(7067);

alter table book_sums add column collected bigint not null default 0, add column payments int not null default 0;
insert into book_sums as s (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
  select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, sum(collected), sum(payments)
  from book_days group by 1, 2, 3, 4, 5 having sum(collected) <> 0 or sum(payments) <> 0
  on conflict (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) do update set
    collected = excluded.collected, payments = excluded.payments;

create or replace view book_sums_now as
  select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments
  from book_sums
  union all select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments
  from sum_changes where client_id is not null and (day is null or payments <> 0 or collected <> 0);

create or replace function fold_sums(most int default 50000) returns int language plpgsql as $$
declare
  n int;
  payers bigint[];
  months date[];
begin
  if not pg_try_advisory_xact_lock(7067) then return 0; end if;
  with gone as (
    delete from sum_changes where ctid = any(array(select ctid from sum_changes limit most)) returning *),
  books as (
    insert into book_sums as s (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
      collected, payments)
    select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total),
      sum(collected), sum(payments)
    from gone where client_id is not null and (day is null or payments <> 0 or collected <> 0) group by 1, 2, 3, 4, 5
    on conflict (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) do update set
      loans = s.loans + excluded.loans, principal = s.principal + excluded.principal, total = s.total + excluded.total,
      collected = s.collected + excluded.collected, payments = s.payments + excluded.payments),
  days as (
    insert into book_days as s
    select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments),
      sum(promises), sum(promised)
    from gone where client_id is not null and day is not null group by 1, 2, 3, 4, 5, 6
    on conflict (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active) do update set
      collected = s.collected + excluded.collected, payments = s.payments + excluded.payments,
      promises = s.promises + excluded.promises, promised = s.promised + excluded.promised),
  lenders as (
    insert into lender_days as s
    select day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised)
    from gone where client_id is not null and day is not null group by 1, 2, 3, 4, 5
    on conflict (day, client_id, portfolio_id, allocation_type_id, is_active) do update set
      collected = s.collected + excluded.collected, payments = s.payments + excluded.payments,
      promises = s.promises + excluded.promises, promised = s.promised + excluded.promised),
  paid as (
    insert into payer_days as s
    select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, sum(payments)
    from gone where borrower_id is not null and day is not null group by 1, 2, 3, 4, 5, 6, 7
    on conflict (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id) do update set
      payments = s.payments + excluded.payments
    returning borrower_id, day),
  agents as (
    insert into agent_days as s
    select user_id, day, sum(promises), sum(follow_ups), sum(calls), sum(connected), sum(talk), sum(spans), sum(login), sum(break)
    from gone where user_id is not null group by 1, 2
    on conflict (user_id, day) do update set promises = s.promises + excluded.promises,
      follow_ups = s.follow_ups + excluded.follow_ups, calls = s.calls + excluded.calls,
      connected = s.connected + excluded.connected, talk = s.talk + excluded.talk, spans = s.spans + excluded.spans,
      login = s.login + excluded.login, break = s.break + excluded.break),
  who as (select distinct borrower_id, date_trunc('month', day::timestamp)::date as month from paid)
  select (select count(*) from gone), array_agg(borrower_id), array_agg(month) into n, payers, months from who;
  if payers is null then return n; end if;
  -- Who has one row in a month now, or no longer; nobody else writes these tables.
  with seen as (
    select p.ctid as at, p.is_alone as was,
      p.payments > 0 and count(*) filter (where p.payments <> 0) over (partition by w.borrower_id, w.month) = 1 as is_alone
    from unnest(payers, months) w (borrower_id, month)
      join payer_days p on p.borrower_id = w.borrower_id and p.day between w.month and (w.month + interval '1 month - 1 day')::date),
  turned as (
    update payer_days p set is_alone = s.is_alone from seen s where p.ctid = s.at and s.was <> s.is_alone returning p.*)
  insert into lender_days as s
  select day, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, 0, sum(case when is_alone then 1 else -1 end)
  from turned group by 1, 2, 3, 4, 5
  on conflict (day, client_id, portfolio_id, allocation_type_id, is_active) do update set payers = s.payers + excluded.payers;
  return n;
end $$;

create or replace function sums_anew() returns void language plpgsql as $$
begin
  perform open_ledger();
  lock table loans, payments, postings, borrower_dispositions, call_attempts, agent_intervals in share mode;
  truncate sum_changes, book_sums, book_days, lender_days, payer_days, agent_days;
  insert into payer_days
    select *, count(*) over (partition by borrower_id, date_trunc('month', day::timestamp)) = 1 from (
      select coalesce(l.assignee_id, 0), p.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0),
        l.is_active, l.borrower_id, sum(collected_by(p.from_account, p.to_account))
      from postings p join loans l on l.id = p.loan_id where collected_by(p.from_account, p.to_account) <> 0
      group by 1, 2, 3, 4, 5, 6, 7 having sum(collected_by(p.from_account, p.to_account)) <> 0) paid;
  insert into book_days
    select coalesce(l.assignee_id, 0), e.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active,
      sum(e.collected), sum(e.payments), sum(e.promises), sum(e.promised)
    from (
      select loan_id, day, collected_by(from_account, to_account) * amount as collected,
        collected_by(from_account, to_account) as payments, 0 as promises, 0 as promised
      from postings where collected_by(from_account, to_account) <> 0
      union all select loan_id, (effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 1, coalesce(amount, 0)
      from borrower_dispositions where disposition_id = 1) e
      join loans l on l.id = e.loan_id
    group by 1, 2, 3, 4, 5, 6;
  insert into book_sums (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total, collected, payments)
    select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total),
      sum(collected), sum(payments)
    from (
      select coalesce(assignee_id, 0) as assignee_id, client_id, portfolio_id, coalesce(allocation_type_id, 0) as allocation_type_id,
        is_active, 1 as loans, principal_outstanding as principal, total_outstanding as total, 0 as collected, 0 as payments
      from loans
      union all select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, collected, payments
      from book_days) e
    group by 1, 2, 3, 4, 5;
  insert into lender_days
    select day, client_id, portfolio_id, allocation_type_id, is_active, sum(collected), sum(payments), sum(promises), sum(promised),
      sum(payers)
    from (
      select day, client_id, portfolio_id, allocation_type_id, is_active, collected, payments, promises, promised, 0 as payers
      from book_days
      union all select day, client_id, portfolio_id, allocation_type_id, is_active, 0, 0, 0, 0, 1
      from payer_days where is_alone) e
    group by 1, 2, 3, 4, 5;
  insert into agent_days
    select user_id, day, sum(promises), sum(follow_ups), sum(calls), sum(connected), sum(talk), sum(spans), sum(login), sum(break)
    from (
      select user_id, (effective_at at time zone 'Asia/Kolkata')::date as day, (disposition_id = 1)::int as promises,
        (disposition_id = 2)::int as follow_ups, 0 as calls, 0 as connected, 0 as talk, 0 as spans, 0 as login, 0 as break
      from borrower_dispositions where disposition_id in (1, 2)
      union all select user_id, (start_time at time zone 'Asia/Kolkata')::date, 0, 0, 1, (talk_duration > 0)::int, talk_duration,
        0, 0, 0
      from cdr where user_id is not null
      union all select i.user_id, (i.started_at at time zone 'Asia/Kolkata')::date, 0, 0, 0, 0, 0, 1, t.lasted,
        case when i.word ilike 'break%' then t.lasted else 0 end
      from agent_intervals i
        cross join lateral (select (extract(epoch from i.ended_at - i.started_at) * 1000000)::bigint as lasted) t
      where i.ended_at is not null and i.word <> 'logged-out') e
    group by 1, 2;
end $$;
