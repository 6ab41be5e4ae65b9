-- What an agent spoke in one call is not counted again in the call that was on hold meanwhile.
alter table call_attempts validate constraint call_attempts_aside_check;
alter table agent_sessions validate constraint agent_sessions_beside_attempt_id_fkey;

create or replace view cdr as
  select k.id, k.reference_id, k.lead_id, k.task_id, k.loan_id, k.user_id, k.campaign_id, k.direction, k.mode, k.phone,
    k.state, k.outcome,
    case k.outcome when 'connected' then 'Answered' when 'no_answer' then 'No Answer' when 'busy' then 'Busy'
      when 'switched_off' then 'Switched Off' when 'rejected' then 'Rejected' when 'invalid' then 'Invalid'
      when 'abandoned' then 'Abandoned' when 'machine' then 'Machine' when 'cancelled' then 'Cancelled'
      when 'lost' then 'Lost' when 'congestion' then 'Failed' else 'Live' end as status,
    k.cause, k.ended_by, k.is_undisposed,
    k.dialed_at as start_time, k.answered_at, k.bridged_at, k.ended_at as end_time, k.wrap_end_at,
    coalesce(extract(epoch from k.ended_at - k.dialed_at)::int, 0) as duration,
    greatest(coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0) - coalesce(k.aside_s, 0), 0) as talk_duration,
    coalesce(extract(epoch from k.bridged_at - k.answered_at)::int, 0) as wait_duration,
    k.held_s as hold_duration,
    (select count(*)::int from call_transfers x where x.attempt_id = k.id and x.handed_at is not null) as transfers,
    coalesce(k.aside_s, 0) as aside_duration, k.is_second
  from call_attempts k where k.dialed_at is not null;

-- Calls, as the view cdr tells them.
create or replace function sum_call(k call_attempts, n int) returns void language plpgsql as $$
declare talked int := greatest(coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0) - coalesce(k.aside_s, 0), 0);
begin
  if k.dialed_at is null then return; end if;
  insert into call_changes (user_id, loan_id, calls, connected)
    values (k.user_id, coalesce(k.loan_id, 0), n, case when talked > 0 then n else 0 end);
  if k.user_id is null then return; end if;
  insert into sum_changes (user_id, day, calls, connected, talk)
    values (k.user_id, (k.dialed_at at time zone 'Asia/Kolkata')::date, n, case when talked > 0 then n else 0 end, n * talked);
end $$;
-- Those of 0745 are in its place.
drop index call_attempts_one_of_agent;
