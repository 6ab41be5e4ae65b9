-- As borrower_dispositions_day and borrower_dispositions_user, with what figures of a month add up, so that they read no
-- outcome: whose promises are due, and what people wrote down most. No index more to write; 20 bytes more of a promise, 8 of
-- any outcome.
create index concurrently if not exists borrower_dispositions_due_on on borrower_dispositions (disposition_id,
  action_date desc, id desc) include (loan_id, amount, sub_disposition_id) where action_date is not null;
create index concurrently if not exists borrower_dispositions_by on borrower_dispositions (user_id, disposition_id,
  effective_at desc, id desc) include (sub_disposition_id);
