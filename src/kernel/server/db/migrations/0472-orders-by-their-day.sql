-- The orders of a few days, and the first day of a gateway's files, are found without reading all of them.
create index payment_attempts_settled on payment_attempts (settled_at) where settled_at is not null;
