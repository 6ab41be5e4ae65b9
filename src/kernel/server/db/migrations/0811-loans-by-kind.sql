-- Active loans by age, payment status, history of payments and month they were given to somebody: how many, and what they owe
-- (decision 382). What a changed loan leaves in sum_changes says these too; loans there were before are counted in 0812.
-- Who changes loans at this moment, or holds some to change, is waited for.
lock table loans in exclusive mode;

alter table sum_changes add column age text, add column status text, add column history text, add column assigned text;
create table book_kinds (
  assignee_id bigint not null,
  client_id bigint not null,
  kind text not null check (kind in ('age', 'status', 'history', 'assigned')),
  value text not null,
  loans int not null,
  total bigint not null,
  primary key (kind, assignee_id, client_id, value)
) with (fillfactor = 70);

create function loan_age(dpd int) returns text language sql immutable as $$
  select case when dpd is null then 'unknown' when dpd <= 0 then '0' when dpd <= 30 then '1-30' when dpd <= 60 then '31-60'
    when dpd <= 90 then '61-90' when dpd <= 180 then '91-180' else 'Above 180' end
$$;
create function month_of(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'Asia/Kolkata', 'YYYY-MM')
$$;
create function kinds_of(c sum_changes) returns setof book_kinds language sql immutable as $$
  select c.assignee_id, c.client_id, k.kind, k.value, c.loans, c.total
  from (values ('age', c.age), ('status', c.status), ('history', c.history), ('assigned', c.assigned)) k (kind, value)
  where c.is_active and c.status is not null and k.value is not null
$$;
create view book_kinds_now as
  select assignee_id, client_id, kind, value, loans, total from book_kinds
  union all select k.assignee_id, k.client_id, k.kind, k.value, k.loans, k.total
  from sum_changes c cross join lateral kinds_of(c) k;

create or replace function sum_new_loans() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
    age, status, history, assigned)
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, count(*),
      sum(principal_outstanding), sum(total_outstanding), loan_age(dpd), payment_status, payment_history_status,
      month_of(assigned_at)
    from added group by 1, 2, 3, 4, 5, 9, 10, 11, 12;
  return null;
end $$;
-- A server of before passes this by with a trigger it does not know: its import writes row by row then.
drop trigger loans_summed on loans;
create trigger loans_summed_by_kind after insert on loans referencing new table as added
  for each statement execute function sum_new_loans();
create or replace function sum_gone_loans() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
    age, status, history, assigned)
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, -count(*),
      -sum(principal_outstanding), -sum(total_outstanding), loan_age(dpd), payment_status, payment_history_status,
      month_of(assigned_at)
    from gone group by 1, 2, 3, 4, 5, 9, 10, 11, 12;
  return null;
end $$;
create or replace function sum_moved_loan() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
    age, status, history, assigned) values
    (coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active,
      -1, -old.principal_outstanding, -old.total_outstanding,
      loan_age(old.dpd), old.payment_status, old.payment_history_status, month_of(old.assigned_at)),
    (coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active,
      1, new.principal_outstanding, new.total_outstanding,
      loan_age(new.dpd), new.payment_status, new.payment_history_status, month_of(new.assigned_at));
  if (old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.borrower_id)
    is not distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.borrower_id)
  then return null; end if;
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, day, collected, payments)
    select k.assignee_id, k.client_id, k.portfolio_id, k.allocation_type_id, k.is_active, k.borrower_id, p.day,
      k.n * p.collected, k.n * p.payments
    from (
      select day, sum(collected_by(from_account, to_account) * amount) as collected,
        sum(collected_by(from_account, to_account)) as payments
      from postings where loan_id = new.id and collected_by(from_account, to_account) <> 0 group by day) p cross join (values
      (-1, coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active,
        old.borrower_id),
      (1, coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active,
        new.borrower_id)) k (n, assignee_id, client_id, portfolio_id, allocation_type_id, is_active, borrower_id)
    where p.payments <> 0 or p.collected <> 0;
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, day, promises, promised)
    select k.assignee_id, k.client_id, k.portfolio_id, k.allocation_type_id, k.is_active,
      (d.effective_at at time zone 'Asia/Kolkata')::date, k.n, k.n * coalesce(d.amount, 0)
    from borrower_dispositions d cross join (values
      (-1, coalesce(old.assignee_id, 0), old.client_id, old.portfolio_id, coalesce(old.allocation_type_id, 0), old.is_active),
      (1, coalesce(new.assignee_id, 0), new.client_id, new.portfolio_id, coalesce(new.allocation_type_id, 0), new.is_active))
      k (n, assignee_id, client_id, portfolio_id, allocation_type_id, is_active)
    where d.loan_id = new.id and d.disposition_id = 1;
  return null;
end $$;
drop trigger loans_sums_moved on loans;
create trigger loans_sums_moved after update on loans for each row
  when ((old.assignee_id, old.client_id, old.portfolio_id, old.allocation_type_id, old.is_active, old.borrower_id,
      old.principal_outstanding, old.total_outstanding, old.payment_status, old.payment_history_status, loan_age(old.dpd),
      old.assigned_at)
    is distinct from (new.assignee_id, new.client_id, new.portfolio_id, new.allocation_type_id, new.is_active, new.borrower_id,
      new.principal_outstanding, new.total_outstanding, new.payment_status, new.payment_history_status, loan_age(new.dpd),
      new.assigned_at))
  execute function sum_moved_loan();

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
  kinds as (
    insert into book_kinds as s
    select k.assignee_id, k.client_id, k.kind, k.value, sum(k.loans), sum(k.total)
    from gone g cross join lateral kinds_of(g.*::sum_changes) k group by 1, 2, 3, 4 having sum(k.loans) <> 0 or sum(k.total) <> 0
    on conflict (kind, assignee_id, client_id, value) do update set loans = s.loans + excluded.loans,
      total = s.total + excluded.total),
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

-- What the loans say that is not waiting to be folded, while others write; nobody folds meanwhile.
create function count_book_kinds() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7067);
  delete from book_kinds;
  insert into book_kinds
  select assignee_id, client_id, kind, value, sum(loans), sum(total) from (
    select coalesce(l.assignee_id, 0) as assignee_id, l.client_id, k.kind, k.value, 1 as loans, l.total_outstanding as total
    from loans l cross join lateral (values ('age', loan_age(l.dpd)), ('status', l.payment_status),
      ('history', l.payment_history_status), ('assigned', month_of(l.assigned_at))) k (kind, value)
    where l.is_active and k.value is not null
    union all select k.assignee_id, k.client_id, k.kind, k.value, -k.loans, -k.total
    from sum_changes c cross join lateral kinds_of(c) k) x
  group by 1, 2, 3, 4 having sum(loans) <> 0 or sum(total) <> 0;
end $$;
-- As 0720 made it, and these.
create or replace function sums_anew() returns void language plpgsql as $$
begin
  perform open_ledger();
  lock table loans, payments, postings, borrower_dispositions, call_attempts, agent_intervals in share mode;
  -- Not a moment earlier: no month leaves while its table is held.
  perform refuse_months_away('loans', 'payments', 'postings', 'borrower_dispositions', 'call_attempts', 'agent_intervals');
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
  perform count_book_kinds();
end $$;
