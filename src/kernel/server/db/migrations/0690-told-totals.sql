-- What a lender says its file of payments comes to, beside what its rows come to: where they differ the file waits (decision 320).
alter table file_jobs
  add column told_amount bigint,
  add column told_rows int,
  add column found_amount bigint,
  add column found_rows int,
  add column amount_to_confirm bigint,
  add column confirmed_amount bigint;
