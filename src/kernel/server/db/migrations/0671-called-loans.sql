-- Which loans were called how often, by whom and in all, so that "ever" is not read from all calls there have been (decision 305).
-- Who writes calls at this moment is waited for, so that each later change is left here.
lock table call_attempts in share row exclusive mode;

create table call_changes (
  user_id bigint,
  loan_id bigint not null,
  calls int not null,
  connected int not null
);
create table called_loans (
  user_id bigint not null,
  loan_id bigint not null,
  calls int not null,
  connected int not null,
  primary key (user_id, loan_id)
) with (fillfactor = 70);
create view called_loans_now as
  select user_id, loan_id, calls, connected from called_loans
  union all select w.user_id, c.loan_id, c.calls, c.connected
  from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id) where w.user_id is not null;

-- As fold_sums does. One node does it at a time.
create function fold_calls(most int default 50000) returns int language plpgsql as $$
declare n int;
begin
  if not pg_try_advisory_xact_lock(7068) then return 0; end if;
  with gone as (
    delete from call_changes where ctid = any(array(select ctid from call_changes limit most)) returning *),
  pairs as (
    insert into called_loans as s
    select w.user_id, g.loan_id, sum(g.calls), sum(g.connected)
    from gone g cross join lateral (values (0::bigint), (g.user_id)) w (user_id) where w.user_id is not null group by 1, 2
    on conflict (user_id, loan_id) do update set calls = s.calls + excluded.calls, connected = s.connected + excluded.connected)
  select count(*) into n from gone;
  return n;
end $$;

create or replace function sum_call(k call_attempts, n int) returns void language plpgsql as $$
declare talked int := coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0);
begin
  if k.dialed_at is null then return; end if;
  insert into call_changes (user_id, loan_id, calls, connected)
    values (k.user_id, coalesce(k.loan_id, 0), n, case when talked > 0 then n else 0 end);
  if k.user_id is null then return; end if;
  insert into sum_changes (user_id, day, calls, connected, talk)
    values (k.user_id, (k.dialed_at at time zone 'Asia/Kolkata')::date, n, case when talked > 0 then n else 0 end, n * talked);
end $$;
drop trigger call_attempts_summed on call_attempts;
create trigger call_attempts_summed after insert on call_attempts for each row
  when (new.dialed_at is not null) execute function sum_calls();
drop trigger call_attempts_sums_changed on call_attempts;
create trigger call_attempts_sums_changed after update on call_attempts for each row
  when ((old.user_id, old.loan_id, old.dialed_at, old.ended_at - old.bridged_at)
    is distinct from (new.user_id, new.loan_id, new.dialed_at, new.ended_at - new.bridged_at))
  execute function sum_calls();

-- What the rows say that is not waiting to be folded.
create function count_called_loans() returns void language sql as $$
  with counted as (
    select w.user_id, coalesce(k.loan_id, 0) as loan_id, count(*) as calls, count(*) filter (where k.talk_duration > 0) as connected
    from cdr k cross join lateral (values (0::bigint), (k.user_id)) w (user_id) where w.user_id is not null group by 1, 2),
  waiting as (
    select w.user_id, c.loan_id, sum(c.calls) as calls, sum(c.connected) as connected
    from call_changes c cross join lateral (values (0::bigint), (c.user_id)) w (user_id) where w.user_id is not null group by 1, 2)
  insert into called_loans
  select user_id, loan_id, coalesce(c.calls, 0) - coalesce(w.calls, 0), coalesce(c.connected, 0) - coalesce(w.connected, 0)
  from counted c full join waiting w using (user_id, loan_id)
  on conflict (user_id, loan_id) do update set calls = excluded.calls, connected = excluded.connected
$$;
create function all_sums_anew() returns void language plpgsql as $$
begin
  perform sums_anew();
  perform pg_advisory_xact_lock(7068);
  truncate call_changes, called_loans;
  perform count_called_loans();
end $$;
