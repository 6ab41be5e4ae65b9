-- Who paid in a month is counted where it is kept (decision 080). A borrower with one row in a month is counted in
-- lender_days by the fold; the few with several are counted by whoever asks. And what reports read of a slice lies in the
-- index of its table: rows of one person are strewn over all pages, because they come by day.

-- Nobody folds meanwhile; saves go on, they only add to sum_changes.
select pg_advisory_xact_lock(7067);

create temp table paid on commit drop as select * from payer_days where payments <> 0;
truncate payer_days;
drop index payer_days_of_all;
alter table payer_days drop constraint payer_days_pkey;
-- The only row of its borrower in its month.
alter table payer_days add column is_alone boolean not null default false;
insert into payer_days
  select p.*, p.payments > 0 and count(*) over (partition by p.borrower_id, date_trunc('month', p.day::timestamp)) = 1 from paid p;
alter table payer_days add primary key
  (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id) include (payments);
create index payer_days_of_borrower on payer_days (borrower_id, day);
create index payer_days_not_alone on payer_days (day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id)
  include (payments) where not is_alone;

alter table lender_days add column payers int not null default 0;
update lender_days s set payers = a.n from (
  select day, client_id, portfolio_id, allocation_type_id, is_active, count(*) as n
  from payer_days where is_alone group by 1, 2, 3, 4, 5) a
where (s.day, s.client_id, s.portfolio_id, s.allocation_type_id, s.is_active)
  = (a.day, a.client_id, a.portfolio_id, a.allocation_type_id, a.is_active);

alter table book_sums drop constraint book_sums_pkey, add primary key
  (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) include (loans, principal, total);
alter table book_days drop constraint book_days_pkey, add primary key
  (assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active) include (collected, promises, promised);
alter table lender_days drop constraint lender_days_pkey, add primary key
  (day, client_id, portfolio_id, allocation_type_id, is_active) include (collected, promises, promised, payers);

-- An index answers alone only where its table was vacuumed since it changed.
alter table book_sums set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 100);
alter table book_days set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 100);
alter table lender_days set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, fillfactor = 100);
alter table payer_days set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
analyze payer_days, lender_days;

create or replace view payer_days_now as
  select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0 as payers
  from payer_days
  union all select assignee_id, day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0
  from sum_changes where borrower_id is not null and day is not null;

-- The same, whoever works them, by fewer rows: how many distinct borrowers paid in days of one month is, over those of one
-- borrower_id, the sum of sum(payers) + (sum(payments) > 0)::int. Of whom a change has not been folded yet, what was
-- counted is taken back.
create view lender_payers_now as
  select day, client_id, portfolio_id, allocation_type_id, is_active, null::bigint as borrower_id, 0 as payments, payers
  from lender_days
  union all select day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0
  from payer_days where not is_alone
  union all select p.day, p.client_id, p.portfolio_id, p.allocation_type_id, p.is_active, p.borrower_id, p.payments, -1
  from payer_days p join (select distinct borrower_id from sum_changes where borrower_id is not null) c using (borrower_id)
  where p.is_alone
  union all select day, client_id, portfolio_id, allocation_type_id, is_active, borrower_id, payments, 0
  from sum_changes where borrower_id is not null and day is not null;

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
    insert into book_sums as s
    select assignee_id, client_id, portfolio_id, allocation_type_id, is_active, sum(loans), sum(principal), sum(total)
    from gone where client_id is not null and day is null group by 1, 2, 3, 4, 5
    on conflict (assignee_id, client_id, portfolio_id, allocation_type_id, is_active) do update set
      loans = s.loans + excluded.loans, principal = s.principal + excluded.principal, total = s.total + excluded.total),
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
  lock table loans, payments, borrower_dispositions, call_attempts, agent_intervals in share mode;
  truncate sum_changes, book_sums, book_days, lender_days, payer_days, agent_days;
  insert into book_sums
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, count(*),
      sum(principal_outstanding), sum(total_outstanding)
    from loans group by 1, 2, 3, 4, 5;
  insert into payer_days
    select *, count(*) over (partition by borrower_id, date_trunc('month', day::timestamp)) = 1 from (
      select coalesce(l.assignee_id, 0), p.payment_date as day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0),
        l.is_active, l.borrower_id, count(*)
      from payments p join loans l on l.id = p.loan_id where p.realized and p.status = 'success' group by 1, 2, 3, 4, 5, 6, 7) paid;
  insert into book_days
    select coalesce(l.assignee_id, 0), e.day, l.client_id, l.portfolio_id, coalesce(l.allocation_type_id, 0), l.is_active,
      sum(e.collected), sum(e.payments), sum(e.promises), sum(e.promised)
    from (
      select loan_id, payment_date as day, amount as collected, 1 as payments, 0 as promises, 0 as promised
      from payments where realized and status = 'success'
      union all select loan_id, (effective_at at time zone 'Asia/Kolkata')::date, 0, 0, 1, coalesce(amount, 0)
      from borrower_dispositions where disposition_id = 1) e
      join loans l on l.id = e.loan_id
    group by 1, 2, 3, 4, 5, 6;
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
