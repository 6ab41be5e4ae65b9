-- What a check of a payment file counts besides loans.
alter table file_jobs add column known_payments int, add column payments_to_hold int;
