-- How far each loan came in a month, how it was called and paid, and what was said of it last, summed by who works it and lender
-- (decision 384). What there was before is counted in 0826.
-- Who writes these tables at this moment is waited for, so that each later change is left in month_changes.
lock table loans, borrower_dispositions, promises, payments, visits, call_attempts in share row exclusive mode;

-- A loan to look at again; month null: what the loan itself says.
create table month_changes (
  loan_id bigint not null,
  month date
);
-- Month -infinity: what was said of it last, in whatever month.
create table month_loans (
  loan_id bigint not null,
  month date not null,
  client_id bigint not null,
  assignee_id bigint not null,
  is_active boolean not null,
  step smallint not null,
  calls smallint not null,
  paid smallint not null,
  said smallint not null,
  total bigint not null,
  primary key (loan_id, month)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
-- By assignee, and of everybody (-1).
create table month_counts (
  month date not null,
  assignee_id bigint not null,
  client_id bigint not null,
  is_active boolean not null,
  step smallint not null,
  calls smallint not null,
  paid smallint not null,
  said smallint not null,
  loans int not null,
  total bigint not null,
  primary key (month, assignee_id, client_id, is_active, step, calls, paid, said)
) with (fillfactor = 70);

create function month_at(moment timestamptz) returns date language sql stable as $$
  select date_trunc('month', moment at time zone 'Asia/Kolkata')::date
$$;
create function month_on(day date) returns date language sql immutable as $$
  select date_trunc('month', day::timestamp)::date
$$;
-- 2: a promise, a settlement or a payment; 1: anything else.
create function loan_said(disposition_id bigint) returns smallint language sql immutable as $$
  select (case when disposition_id is null then 0 when disposition_id in (1, 3, 4) then 2 else 1 end)::smallint
$$;

-- Loans that wait, some or all: each of their months as it is kept, and as the rows say. Each is looked up, as few wait. Where
-- the loan alone changed, what was done with it is not looked at. Its plan is kept by each connection.
create function month_moves(ids bigint[] default null) returns table (was month_loans, now month_loans)
language plpgsql stable rows 100 as $$
begin
  return query with waits as materialized (
    select distinct loan_id, month from month_changes where ids is null or loan_id = any(ids)),
  pairs as materialized (
    select loan_id, month, bool_or(is_worked) as is_worked from (
      select loan_id, month, month > '-infinity' as is_worked from waits where month is not null
      union all select loan_id, '-infinity', false from waits where month is null
      union all select w.loan_id, k.month, false from waits w cross join lateral (
        select month from month_loans k where k.loan_id = w.loan_id offset 0) k where w.month is null) x
    group by 1, 2),
  lately as materialized (
    select loan_id, month, sum(calls) as calls, sum(connected) as connected from call_changes where month is not null group by 1, 2)
  select o, case when l.id is not null and (s.step > 0 or s.paid > 0 or s.said > 0) then row(p.loan_id, p.month, l.client_id,
    coalesce(l.assignee_id, 0), l.is_active, s.step, s.calls, s.paid, s.said, l.total_outstanding)::month_loans end
  from pairs p
    cross join lateral (select (p.month::timestamp at time zone 'Asia/Kolkata') as dawn,
      ((p.month + interval '1 month') at time zone 'Asia/Kolkata') as night, (p.month + interval '1 month')::date as next) b
    left join lateral (select k from month_loans k where k.loan_id = p.loan_id and k.month = p.month offset 0) k (o) on true
    left join lateral (
      select id, client_id, assignee_id, is_active, total_outstanding, last_disposition_id from loans
      where id = p.loan_id offset 0) l on true
    left join lateral (
      select month_calls as calls, month_connected as connected from called_loans
      where p.is_worked and user_id = 0 and loan_id = p.loan_id and month = p.month offset 0) c on true
    left join lately y on p.is_worked and y.loan_id = p.loan_id and y.month = p.month
    cross join lateral (
      select count(*) > 0 as is_any, coalesce(bool_or(disposition_id in (1, 2, 3, 4)), false) as is_reached,
        coalesce(bool_or(disposition_id = 1), false) as is_promised
      from borrower_dispositions
      where p.is_worked and loan_id = p.loan_id and effective_at >= b.dawn and effective_at < b.night) d
    cross join lateral (
      select count(*) > 0 as is_any, coalesce(bool_or(outcome = 'met'), false) as is_met from visits
      where p.is_worked and loan_id = p.loan_id and effective_at >= b.dawn and effective_at < b.night) v
    cross join lateral (
      select count(*) > 0 as is_any, coalesce(bool_or(state = 'kept'), false) as is_kept from promises
      where p.is_worked and loan_id = p.loan_id and due_on >= p.month and due_on < b.next and state <> 'void_inactive') q
    cross join lateral (
      select case when not p.is_worked then coalesce((o).paid, 0) else coalesce(max(1 + realized::int), 0) end as paid from payments
      where p.is_worked and loan_id = p.loan_id and payment_date >= p.month and payment_date < b.next and status = 'success') m
    cross join lateral (
      select coalesce(c.calls, 0) + coalesce(y.calls, 0) as calls, coalesce(c.connected, 0) + coalesce(y.connected, 0) as spoken) n
    cross join lateral (
      select (case when not p.is_worked then coalesce((o).step, 0) when q.is_kept then 5 when d.is_promised or q.is_any then 4
          when d.is_reached then 3 when n.spoken > 0 or v.is_met then 2 when n.calls > 0 or v.is_any or d.is_any then 1 else 0
        end)::smallint as step,
        (case when not p.is_worked then coalesce((o).calls, 0) when n.spoken > 0 then 2 when n.calls > 0 then 1 else 0
        end)::smallint as calls, m.paid::smallint as paid,
        case when m.paid > 0 or p.month = '-infinity' then loan_said(l.last_disposition_id) else 0::smallint end as said) s;
end $$;
create function month_count(k month_loans, n int) returns setof month_counts language sql immutable as $$
  select k.month, w.assignee_id, k.client_id, k.is_active, k.step, k.calls, k.paid, k.said, n, n * k.total
  from (values (k.assignee_id), (-1)) w (assignee_id) where k.loan_id is not null
$$;
create view month_counts_now as
  select month, assignee_id, client_id, is_active, step, calls, paid, said, loans, total from month_counts
  union all select c.month, c.assignee_id, c.client_id, c.is_active, c.step, c.calls, c.paid, c.said, c.loans, c.total
  from month_moves() m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral month_count(k.of, k.n) c;

-- As fold_calls does. What a loan's rows say is asked in the statement that takes its changes away, so none is missed.
create function fold_months(most int default 50000) returns int language plpgsql as $$
declare
  n int;
  ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7071) then return 0; end if;
  ids := array(select distinct loan_id from (select loan_id from month_changes limit most) x);
  if ids = '{}' then return 0; end if;
  with moves as materialized (select * from month_moves(ids) m where m.was is distinct from m.now),
  gone as (delete from month_changes where loan_id = any(ids) returning 1),
  ended as (
    delete from month_loans k using moves m
    where (m.now).loan_id is null and k.loan_id = (m.was).loan_id and k.month = (m.was).month),
  kept as (
    insert into month_loans select (m.now).* from moves m where (m.now).loan_id is not null
    on conflict (loan_id, month) do update set (client_id, assignee_id, is_active, step, calls, paid, said, total)
      = (excluded.client_id, excluded.assignee_id, excluded.is_active, excluded.step, excluded.calls, excluded.paid, excluded.said,
        excluded.total)),
  counts as (
    insert into month_counts as s
    select c.month, c.assignee_id, c.client_id, c.is_active, c.step, c.calls, c.paid, c.said, sum(c.loans), sum(c.total)
    from moves m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral month_count(k.of, k.n) c
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(c.loans) <> 0 or sum(c.total) <> 0
    on conflict (month, assignee_id, client_id, is_active, step, calls, paid, said) do update set
      loans = s.loans + excluded.loans, total = s.total + excluded.total)
  select count(*) into n from gone;
  return n;
end $$;

create function note_worked() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into month_changes values (old.loan_id, month_at(old.effective_at)); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (old.loan_id, old.effective_at) is distinct from (new.loan_id, new.effective_at)
  then insert into month_changes values (new.loan_id, month_at(new.effective_at)); end if;
  return null;
end $$;
create trigger borrower_dispositions_month after insert or delete on borrower_dispositions for each row execute function note_worked();
create trigger borrower_dispositions_month_again after update on borrower_dispositions for each row
  when ((old.disposition_id, old.effective_at, old.loan_id) is distinct from (new.disposition_id, new.effective_at, new.loan_id))
  execute function note_worked();
create trigger visits_month after insert or delete on visits for each row execute function note_worked();
create trigger visits_month_again after update on visits for each row
  when ((old.outcome, old.effective_at, old.loan_id) is distinct from (new.outcome, new.effective_at, new.loan_id))
  execute function note_worked();

create function note_due() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into month_changes values (old.loan_id, month_on(old.due_on)); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and (old.loan_id, old.due_on) is distinct from (new.loan_id, new.due_on)
  then insert into month_changes values (new.loan_id, month_on(new.due_on)); end if;
  return null;
end $$;
create trigger promises_month after insert or delete on promises for each row execute function note_due();
create trigger promises_month_again after update on promises for each row
  when ((old.state, old.due_on, old.loan_id) is distinct from (new.state, new.due_on, new.loan_id)) execute function note_due();

create function note_paid() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'success' then
    insert into month_changes values (old.loan_id, month_on(old.payment_date));
  end if;
  if tg_op <> 'DELETE' and new.status = 'success' then
    insert into month_changes values (new.loan_id, month_on(new.payment_date));
  end if;
  return null;
end $$;
create trigger payments_month after insert or delete on payments for each row execute function note_paid();
create trigger payments_month_again after update on payments for each row
  when ((old.status, old.realized, old.payment_date, old.loan_id)
    is distinct from (new.status, new.realized, new.payment_date, new.loan_id)) execute function note_paid();

create function note_loan_month() returns trigger language plpgsql as $$
begin
  insert into month_changes values (old.id, null);
  return null;
end $$;
create trigger loans_month after update on loans for each row
  when ((old.assignee_id, old.client_id, old.is_active, old.total_outstanding, loan_said(old.last_disposition_id))
    is distinct from (new.assignee_id, new.client_id, new.is_active, new.total_outstanding, loan_said(new.last_disposition_id)))
  execute function note_loan_month();
create trigger loans_month_gone after delete on loans for each row execute function note_loan_month();

-- A new loan comes with a disposition where it is brought from elsewhere; imports that pass this by bring none.
create or replace function sum_new_loans() returns trigger language plpgsql as $$
begin
  insert into sum_changes (assignee_id, client_id, portfolio_id, allocation_type_id, is_active, loans, principal, total,
    age, status, history, assigned)
    select coalesce(assignee_id, 0), client_id, portfolio_id, coalesce(allocation_type_id, 0), is_active, count(*),
      sum(principal_outstanding), sum(total_outstanding), loan_age(dpd), payment_status, payment_history_status,
      month_of(assigned_at)
    from added group by 1, 2, 3, 4, 5, 9, 10, 11, 12;
  insert into month_changes select id, null from added where last_disposition_id is not null;
  return null;
end $$;

create or replace function sum_call(k call_attempts, n int) returns void language plpgsql as $$
declare
  talked int := greatest(coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0) - coalesce(k.aside_s, 0), 0);
  here timestamp := k.dialed_at at time zone 'Asia/Kolkata';
begin
  if k.dialed_at is null then return; end if;
  insert into call_changes (user_id, loan_id, calls, connected, month, hour)
    values (k.user_id, coalesce(k.loan_id, 0), n, case when talked > 0 then n else 0 end, date_trunc('month', here)::date,
      date_trunc('hour', here));
  if k.loan_id is not null then insert into month_changes values (k.loan_id, date_trunc('month', here)::date); end if;
  if k.user_id is null then return; end if;
  insert into sum_changes (user_id, day, calls, connected, talk)
    values (k.user_id, here::date, n, case when talked > 0 then n else 0 end, n * talked);
end $$;

-- Of the newest month and what is due after it, beside others who write, as count_outcomes does. A loan is what month_moves says
-- of it, read of all loans at once.
create function count_months() returns void language plpgsql as $$
declare
  newest date := month_at(greatest((select max(effective_at) from borrower_dispositions), (select max(dialed_at) from call_attempts)));
  dawn timestamptz := newest::timestamp at time zone 'Asia/Kolkata';
begin
  perform pg_advisory_xact_lock(7071);
  delete from month_loans;
  delete from month_counts;
  with waited as (delete from month_changes),
  worked as (
    select loan_id, month, max(step)::smallint as step, max(calls)::smallint as calls, max(paid)::smallint as paid from (
      select loan_id, month_at(effective_at) as month, case when disposition_id = 1 then 4 when disposition_id < 5 then 3 else 1 end as step,
        0 as calls, 0 as paid
      from borrower_dispositions where effective_at >= dawn
      union all select loan_id, month_at(effective_at), case when outcome = 'met' then 2 else 1 end, 0, 0
      from visits where effective_at >= dawn
      union all select loan_id, month_on(due_on), case when state = 'kept' then 5 else 4 end, 0, 0
      from promises where due_on >= newest and state <> 'void_inactive'
      union all select loan_id, month_on(payment_date), 0, 0, 1 + realized::int
      from payments where payment_date >= newest and status = 'success'
      union all select loan_id, month, n, n, 0 from (
        select loan_id, month, case when sum(connected) > 0 then 2 when sum(calls) > 0 then 1 else 0 end as n from (
          select loan_id, month, month_calls as calls, month_connected as connected from called_loans
          where user_id = 0 and loan_id <> 0 and month >= newest
          union all select loan_id, month, calls, connected from call_changes where loan_id <> 0 and month >= newest) k
        group by 1, 2) k
      union all select id, '-infinity', 0, 0, 0 from loans where last_disposition_id is not null) x
    group by 1, 2)
  insert into month_loans
  select w.loan_id, w.month, l.client_id, coalesce(l.assignee_id, 0), l.is_active, w.step, w.calls, w.paid,
    case when w.paid > 0 or w.month = '-infinity' then loan_said(l.last_disposition_id) else 0 end, l.total_outstanding
  from worked w join loans l on l.id = w.loan_id
  where w.step > 0 or w.paid > 0 or w.month = '-infinity' order by 1, 2;
  insert into month_counts
  select k.month, w.assignee_id, k.client_id, k.is_active, k.step, k.calls, k.paid, k.said, count(*), sum(k.total)
  from month_loans k cross join lateral (values (k.assignee_id), (-1)) w (assignee_id) group by 1, 2, 3, 4, 5, 6, 7, 8;
end $$;
create or replace function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform count_messages();
  perform count_outcomes();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
  perform count_called_month();
  perform count_call_hours();
  perform count_months();
end $$;
