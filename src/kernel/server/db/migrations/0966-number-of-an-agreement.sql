-- The number that a borrower accepted with, or was to accept with: codes of new versions go to it, so that a change of the number
-- on the loan lets no other person accept in the borrower's place. Leaves with the borrower's data.
alter table settlement_plans add column borrower_mobile text;
update settlement_plans q set borrower_mobile = coalesce(
  (select m.mobile from messages m where m.loan_id = q.loan_id and m.purpose = 'settlement-code' and m.created_at <= q.accepted_at
    and m.mobile is not null order by m.created_at desc limit 1),
  (select l.mobile from loans l where l.id = q.loan_id))
  where q.state in ('accepted', 'running', 'late', 'paid') or q.accepted_at is not null;
