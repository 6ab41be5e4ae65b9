-- A call may be held: the borrower hears music and is not heard. Each time is told to the provider, and its seconds are kept.
alter table call_attempts
  add column held_at timestamptz,
  add column held_s int not null default 0 check (held_s >= 0),
  add column is_hold_told boolean not null default false;
alter table simulated_legs add column is_held boolean not null default false;

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
    coalesce(extract(epoch from k.ended_at - k.bridged_at)::int, 0) as talk_duration,
    coalesce(extract(epoch from k.bridged_at - k.answered_at)::int, 0) as wait_duration,
    k.held_s as hold_duration
  from call_attempts k where k.dialed_at is not null;
