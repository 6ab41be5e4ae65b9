-- How many calls each person made in each hour, so that a chart does not read the calls of four weeks (decision 381).
-- Who writes calls at this moment is waited for, so that each later change says its hour.
lock table call_attempts in share row exclusive mode;

alter table call_changes add column hour timestamp;
create table call_hours (
  user_id bigint not null,
  hour timestamp not null,
  calls int not null,
  connected int not null,
  -- A person's hours lie apart, each beside those of others: the index answers alone where its pages were looked through.
  primary key (user_id, hour) include (calls, connected)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create view call_hours_now as
  select user_id, hour, calls, connected from call_hours
  union all select w.user_id, c.hour, c.calls, c.connected
  from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id)
  where w.user_id is not null and c.hour is not null;

create or replace function sum_call(k call_attempts, n int) returns void language plpgsql as $$
declare
  talked int := greatest(coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0) - coalesce(k.aside_s, 0), 0);
  here timestamp := k.dialed_at at time zone 'Asia/Kolkata';
begin
  if k.dialed_at is null then return; end if;
  insert into call_changes (user_id, loan_id, calls, connected, month, hour)
    values (k.user_id, coalesce(k.loan_id, 0), n, case when talked > 0 then n else 0 end, date_trunc('month', here)::date,
      date_trunc('hour', here));
  if k.user_id is null then return; end if;
  insert into sum_changes (user_id, day, calls, connected, talk)
    values (k.user_id, here::date, n, case when talked > 0 then n else 0 end, n * talked);
end $$;

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
      calls = s.calls + excluded.calls, connected = s.connected + excluded.connected),
  hours as (
    insert into call_hours as s
    select w.user_id, g.hour, sum(g.calls), sum(g.connected)
    from gone g cross join lateral (values (0::bigint), (g.user_id)) w (user_id)
    where w.user_id is not null and g.hour is not null group by 1, 2
    on conflict (user_id, hour) do update set calls = s.calls + excluded.calls, connected = s.connected + excluded.connected)
  select count(*) into n from gone;
  return n;
end $$;

-- Of the newest forty days what the rows say that is not waiting to be folded, while others write; nobody folds meanwhile.
create function count_call_hours() returns void language plpgsql as $$
declare first timestamptz := (select max(dialed_at) from call_attempts) - interval '40 days';
begin
  perform pg_advisory_xact_lock(7068);
  delete from call_hours;
  with counted as (
    select w.user_id, date_trunc('hour', k.start_time at time zone 'Asia/Kolkata') as hour, count(*) as calls,
      count(*) filter (where k.talk_duration > 0) as connected
    from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id)
    where k.start_time >= first and w.user_id is not null group by 1, 2),
  waiting as (
    select w.user_id, c.hour, sum(c.calls) as calls, sum(c.connected) as connected
    from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id)
    where w.user_id is not null and c.hour is not null group by 1, 2)
  insert into call_hours
  select user_id, hour, coalesce(c.calls, 0) - coalesce(w.calls, 0), coalesce(c.connected, 0) - coalesce(w.connected, 0)
  from counted c full join waiting w using (user_id, hour) order by 1, 2;
end $$;
create or replace function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform count_messages();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
  perform count_called_month();
  perform count_call_hours();
end $$;
