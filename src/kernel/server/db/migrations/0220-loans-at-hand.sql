-- What the dialer tells the loans: an agent sees the loan of a call that is on, or whose outcome is yet to be written.
create view loans_at_hand as
  select user_id, loan_id from call_attempts where state <> 'ended' and user_id is not null
  union all
  select user_id, loan_id from call_attempts
  where ended_at is not null and wrap_end_at is null and ended_at > now() - interval '1 day' and user_id is not null;
