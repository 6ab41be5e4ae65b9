-- The newest outcome of a loan is read from the index alone; it stands in the place of the one by numbers, so an outcome
-- writes as many indexes as before. Calls that came in are found by who took them (decision 345).
create index concurrently if not exists borrower_dispositions_newest on borrower_dispositions (loan_id, effective_at desc, id desc);
drop index concurrently if exists borrower_dispositions_loan;
create index concurrently if not exists call_attempts_inbound_user on call_attempts (user_id, dialed_at desc) where direction = 'inbound';
