-- How often each loan was called in a month, beside how often ever, and how many loans were called so often (decision 346).
-- Who writes calls at this moment is waited for, so that each later change says its month.
lock table call_attempts in share row exclusive mode;

alter table call_changes add column month date;
-- Of the newest month with calls: what came before it is asked no more. How often it was called, whose the loan is and whether
-- it is active stand with everybody's calls of it, as they were counted.
alter table called_loans add column month date, add column month_calls int, add column month_connected int,
  add column level smallint, add column assignee_id bigint, add column is_active boolean;
-- An index answers alone where its pages were looked through since they changed.
alter table called_loans set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
-- Month -infinity: ever.
create table called_counts (
  month date not null,
  assignee_id bigint not null,
  is_active boolean not null,
  level smallint not null,
  loans int not null,
  calls bigint not null,
  connected bigint not null,
  primary key (month, assignee_id, is_active, level)
) with (fillfactor = 70);

create or replace function sum_call(k call_attempts, n int) returns void language plpgsql as $$
declare talked int := greatest(coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0) - coalesce(k.aside_s, 0), 0);
begin
  if k.dialed_at is null then return; end if;
  insert into call_changes (user_id, loan_id, calls, connected, month)
    values (k.user_id, coalesce(k.loan_id, 0), n, case when talked > 0 then n else 0 end,
      date_trunc('month', k.dialed_at at time zone 'Asia/Kolkata')::date);
  if k.user_id is null then return; end if;
  insert into sum_changes (user_id, day, calls, connected, talk)
    values (k.user_id, (k.dialed_at at time zone 'Asia/Kolkata')::date, n, case when talked > 0 then n else 0 end, n * talked);
end $$;

create or replace view called_loans_now as
  select user_id, loan_id, calls, connected, month, month_calls, month_connected from called_loans
  union all select w.user_id, c.loan_id, c.calls, c.connected, c.month, c.calls, c.connected
  from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id) where w.user_id is not null;

-- 5 for each step of calls and 1 for each of those in which somebody spoke: none, one, to 5, to 10, above.
create function call_level(calls int, connected int) returns smallint language sql immutable as $$
  select (5 * width_bucket(calls, array[1, 2, 6, 11]) + width_bucket(connected, array[1, 2, 6, 11]))::smallint
$$;
-- Where a loan is counted: in its month, and ever.
create function called_count(k called_loans) returns setof called_counts language sql immutable as $$
  select k.month, k.assignee_id, k.is_active, k.level, (k.loan_id <> 0 and k.month_calls > 0)::int, k.month_calls::bigint,
    k.month_connected::bigint where k.month is not null
  union all select '-infinity', 0, true, 0::smallint, (k.loan_id <> 0 and k.calls > 0)::int, k.calls::bigint, k.connected::bigint
  where k.loan_id is not null
$$;
-- Loans that wait, some or all: everybody's calls of them as they are kept, and as they are. Each is looked up, as few wait.
create function called_moves(ids bigint[] default null) returns table (was called_loans, now called_loans) language sql stable as $$
  select o, row(0, c.loan_id, coalesce((o).calls, 0) + c.calls, coalesce((o).connected, 0) + c.connected, m.month, m.calls, m.connected,
    call_level(m.calls, m.connected), case when m.month is not null then coalesce(l.assignee_id, 0) end,
    case when m.month is not null then coalesce(l.is_active, false) end)::called_loans
  from (
    select loan_id, sum(calls)::int as calls, sum(connected)::int as connected, newest as month,
      (sum(calls) filter (where month = newest))::int as month_calls, (sum(connected) filter (where month = newest))::int as month_connected
    from (
      select *, max(month) over (partition by loan_id) as newest from call_changes where ids is null or loan_id = any(ids)) x
    group by loan_id, newest) c
    left join lateral (select k from called_loans k where k.user_id = 0 and k.loan_id = c.loan_id offset 0) k (o) on true
    left join lateral (select assignee_id, is_active from loans where id = c.loan_id offset 0) l on true
    cross join lateral (
      select (o).month, (o).month_calls, (o).month_connected where c.month is null or (o).month > c.month
      union all select c.month, c.month_calls + case when (o).month = c.month then (o).month_calls else 0 end,
        c.month_connected + case when (o).month = c.month then (o).month_connected else 0 end
      where c.month is not null and ((o).month is null or (o).month <= c.month)) m (month, calls, connected)
  where (o).loan_id is not null or c.calls <> 0 or c.month is not null
$$;
create view called_counts_now as
  select month, assignee_id, is_active, level, loans, calls, connected from called_counts
  union all select c.month, c.assignee_id, c.is_active, c.level, k.n * c.loans, k.n * c.calls, k.n * c.connected
  from called_moves() m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral called_count(k.of) c;

-- One node does it at a time. A loan that changed hands meanwhile waits again.
create or replace function fold_calls(most int default 50000) returns int language plpgsql as $$
declare
  n int;
  ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7068) then return 0; end if;
  ids := array(select distinct loan_id from (select loan_id from call_changes limit most) x);
  with moves as materialized (select * from called_moves(ids)),
  gone as (delete from call_changes where loan_id = any(ids) returning *),
  everybody as (
    insert into called_loans as s
    select (m.now).* from moves m
    on conflict (user_id, loan_id) do update set
      (calls, connected, month, month_calls, month_connected, level, assignee_id, is_active)
      = (excluded.calls, excluded.connected, excluded.month, excluded.month_calls, excluded.month_connected, excluded.level,
        excluded.assignee_id, excluded.is_active)),
  each as (
    insert into called_loans as s (user_id, loan_id, calls, connected, month, month_calls, month_connected)
    select user_id, loan_id, sum(calls), sum(connected), newest, sum(calls) filter (where month = newest),
      sum(connected) filter (where month = newest)
    from (select *, max(month) over (partition by user_id, loan_id) as newest from gone where user_id is not null) x
    group by user_id, loan_id, newest
    on conflict (user_id, loan_id) do update set calls = s.calls + excluded.calls, connected = s.connected + excluded.connected,
      month = greatest(s.month, excluded.month),
      month_calls = case when s.month > excluded.month or excluded.month is null then s.month_calls
        when s.month = excluded.month then s.month_calls + excluded.month_calls else excluded.month_calls end,
      month_connected = case when s.month > excluded.month or excluded.month is null then s.month_connected
        when s.month = excluded.month then s.month_connected + excluded.month_connected else excluded.month_connected end),
  counts as (
    insert into called_counts as s
    select c.month, c.assignee_id, c.is_active, c.level, sum(k.n * c.loans), sum(k.n * c.calls), sum(k.n * c.connected)
    from moves m cross join lateral (values (-1, m.was), (1, m.now)) k (n, of) cross join lateral called_count(k.of) c
    group by 1, 2, 3, 4 having sum(k.n * c.loans) <> 0 or sum(k.n * c.calls) <> 0 or sum(k.n * c.connected) <> 0
    on conflict (month, assignee_id, is_active, level) do update set loans = s.loans + excluded.loans,
      calls = s.calls + excluded.calls, connected = s.connected + excluded.connected)
  select count(*) into n from gone;
  return n;
end $$;

-- Of the newest month what the rows say that is not waiting to be folded, while others write; nobody folds meanwhile.
create function count_called_month() returns void language plpgsql as $$
declare newest date := date_trunc('month', (select max(dialed_at) from call_attempts) at time zone 'Asia/Kolkata')::date;
begin
  perform pg_advisory_xact_lock(7068);
  with counted as (
    select w.user_id, coalesce(k.loan_id, 0) as loan_id, count(*)::int as calls,
      (count(*) filter (where k.talk_duration > 0))::int as connected
    from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id)
    where k.start_time >= newest::timestamp at time zone 'Asia/Kolkata' and w.user_id is not null group by 1, 2),
  waiting as (
    select w.user_id, c.loan_id, sum(c.calls)::int as calls, sum(c.connected)::int as connected
    from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id)
    where c.month = newest and w.user_id is not null group by 1, 2),
  kept as (
    select user_id, loan_id, coalesce(c.calls, 0) - coalesce(w.calls, 0) as calls,
      coalesce(c.connected, 0) - coalesce(w.connected, 0) as connected
    from counted c full join waiting w using (user_id, loan_id))
  insert into called_loans (user_id, loan_id, calls, connected, month, month_calls, month_connected, level, assignee_id, is_active)
  select k.user_id, k.loan_id, 0, 0, newest, k.calls, k.connected, case when k.user_id = 0 then call_level(k.calls, k.connected) end,
    case when k.user_id = 0 then coalesce(l.assignee_id, 0) end, case when k.user_id = 0 then coalesce(l.is_active, false) end
  from kept k left join loans l on l.id = k.loan_id and k.user_id = 0
  on conflict (user_id, loan_id) do update set (month, month_calls, month_connected, level, assignee_id, is_active)
    = (excluded.month, excluded.month_calls, excluded.month_connected, excluded.level, excluded.assignee_id, excluded.is_active);
  delete from called_counts;
  insert into called_counts
  select c.month, c.assignee_id, c.is_active, c.level, sum(c.loans), sum(c.calls), sum(c.connected)
  from called_loans k cross join lateral called_count(k) c where k.user_id = 0 group by 1, 2, 3, 4;
end $$;
create or replace function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform count_messages();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
  perform count_called_month();
end $$;
