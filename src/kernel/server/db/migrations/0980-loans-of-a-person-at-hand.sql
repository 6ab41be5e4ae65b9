-- An agent on a call also sees the borrower's other loans at this lender that are assigned to no user.
create or replace view loans_at_hand as
  select h.user_id, s.id as loan_id from (
    select user_id, loan_id from call_attempts where state <> 'ended' and user_id is not null
    union all
    select user_id, loan_id from call_attempts
    where ended_at is not null and wrap_end_at is null and ended_at > now() - interval '1 day' and user_id is not null
    union all
    select x.to_user_id, k.loan_id from call_transfers x join call_attempts k on k.id = x.attempt_id
    where x.ended_at is null and x.to_user_id is not null) h
  join loans l on l.id = h.loan_id
  join loans s on s.borrower_id = l.borrower_id
    and (s.id = l.id or (s.client_id = l.client_id and s.assignee_id is null and s.is_active));
