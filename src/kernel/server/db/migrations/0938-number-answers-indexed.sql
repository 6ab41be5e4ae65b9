create unique index concurrently if not exists loan_number_answers_id on loan_number_answers (id);
create index concurrently if not exists loan_number_answers_at on loan_number_answers (answered_at, id);
