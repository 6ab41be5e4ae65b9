-- What is promised of calls that are on, kept by a table of its own whatever month they began in (decision 373): one of a lead,
-- one of an agent and one beside it, each name of the exchange once. Triggers write it, so servers of the version before keep the
-- promises too.
-- At once what it needs in the end: who reads a call and then writes it would wait for a lesser lock, and this for them.
lock table call_attempts in access exclusive mode;
create table live_calls (
  attempt_id bigint primary key,
  reference_id uuid not null unique,
  lead_id bigint,
  user_id bigint,
  is_second boolean not null
);
create unique index live_calls_lead on live_calls (lead_id) where lead_id is not null;
create unique index live_calls_first on live_calls (user_id) where user_id is not null and not is_second;
create unique index live_calls_second on live_calls (user_id) where user_id is not null and is_second;

create function keep_live_call() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.state <> 'ended';
  "is" boolean := tg_op <> 'DELETE' and new.state <> 'ended';
begin
  if was and not "is" then
    delete from live_calls where attempt_id = old.id;
  elsif was then
    -- An agent is free of a call that was handed on.
    update live_calls set lead_id = new.lead_id, user_id = case when not new.is_handed then new.user_id end,
      is_second = new.is_second, reference_id = new.reference_id where attempt_id = new.id;
  elsif "is" then
    insert into live_calls (attempt_id, reference_id, lead_id, user_id, is_second)
      values (new.id, new.reference_id, new.lead_id, case when not new.is_handed then new.user_id end, new.is_second);
    -- What comes in is named by the exchange, which may say it again: also after its call is over, and in the month after it.
    if tg_op = 'INSERT' and new.direction = 'inbound'
      and exists (select from call_attempts k where k.reference_id = new.reference_id and k.id <> new.id) then
      raise unique_violation using message = 'a call of this reference_id came in before',
        detail = format('Key (reference_id)=(%s) already exists.', new.reference_id);
    end if;
  end if;
  return null;
end $$;
create trigger call_attempts_live after insert on call_attempts for each row
  when (new.state <> 'ended') execute function keep_live_call();
create trigger call_attempts_live_changed after update on call_attempts for each row
  when ((old.state <> 'ended' or new.state <> 'ended')
    and (old.state = 'ended', old.reference_id, old.lead_id, old.user_id, old.is_handed, old.is_second)
      is distinct from (new.state = 'ended', new.reference_id, new.lead_id, new.user_id, new.is_handed, new.is_second))
  execute function keep_live_call();
create trigger call_attempts_live_gone after delete on call_attempts for each row
  when (old.state <> 'ended') execute function keep_live_call();
-- By the index of those that are on.
insert into live_calls (attempt_id, reference_id, lead_id, user_id, is_second)
  select id, reference_id, lead_id, case when not is_handed then user_id end, is_second from call_attempts where state <> 'ended';

-- Calls lie in partitions by month, each a range of their numbers, as events and messages do (0722, 0762). The table that is there
-- becomes the first partition without being written again: everything up to the month after next. This is only promised here.
do $$
declare
  until bigint := to_char(date_trunc('month', now() at time zone 'Asia/Kolkata') + interval '2 months', 'YYYYMM')::bigint * 1000000000;
begin
  execute format('alter table call_attempts add constraint call_attempts_before check (id < %s) not valid', until);
end $$;
