-- Intervals of agents lie in partitions by month, as decisions of contact do (0560). That a session has one open interval is
-- kept by a table of its own, whatever month it began in; servers of the version before keep it too, by the trigger.
create table open_intervals (
  session_id bigint primary key,
  started_at timestamptz not null
);
create function keep_open_interval() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.ended_at is null then delete from open_intervals where session_id = old.session_id; end if;
  if tg_op <> 'DELETE' and new.ended_at is null then insert into open_intervals values (new.session_id, new.started_at); end if;
  return null;
end $$;
create trigger agent_intervals_opened after insert on agent_intervals for each row
  when (new.ended_at is null) execute function keep_open_interval();
create trigger agent_intervals_turned after update on agent_intervals for each row
  when ((old.session_id, old.started_at, old.ended_at is null) is distinct from
    (new.session_id, new.started_at, new.ended_at is null))
  execute function keep_open_interval();
create trigger agent_intervals_open_gone after delete on agent_intervals for each row
  when (old.ended_at is null) execute function keep_open_interval();
-- By the index of the open ones.
insert into open_intervals select session_id, started_at from agent_intervals where ended_at is null;

-- Partitions are no rows of the table: what is summed is said by its values.
create function sum_span(who bigint, status text, begins timestamptz, ends timestamptz, n int) returns void language plpgsql as $$
declare lasted bigint := (extract(epoch from ends - begins) * 1000000)::bigint;
begin
  if ends is null or status = 'logged-out' then return; end if;
  insert into sum_changes (user_id, day, spans, login, break)
    values (who, (begins at time zone 'Asia/Kolkata')::date, n, n * lasted,
      case when status ilike 'break%' then n * lasted else 0 end);
end $$;
create or replace function sum_spans() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform sum_span(old.user_id, old.word, old.started_at, old.ended_at, -1); end if;
  if tg_op <> 'DELETE' then perform sum_span(new.user_id, new.word, new.started_at, new.ended_at, 1); end if;
  return null;
end $$;

-- The table that is there becomes the first partition: everything up to the month after next.
do $$
declare
  last timestamptz := (select max(started_at) from agent_intervals);
  until timestamptz := (date_trunc('month', greatest(now(), last) at time zone 'Asia/Kolkata') + interval '2 months')
    at time zone 'Asia/Kolkata';
begin
  execute format('alter table agent_intervals add constraint agent_intervals_before check (started_at < %L) not valid', until);
end $$;
