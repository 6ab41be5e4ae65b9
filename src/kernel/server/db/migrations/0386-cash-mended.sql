-- A restored database does not know the last numbers that were given to phones: the next block is far past all it knows.
-- Numbers of more figures were never given, only made up.
create function cash_numbers_ahead() returns bigint language sql as $$
  select setval('cash_serial', 1000 * 500 + greatest(1,
    (select last_value from cash_serial),
    (select max(last_serial) from cash_blocks),
    (select max(substring(payment_number(number) from '^cr-(\d{8,11})$')::bigint) from cash_receipts),
    (select max(substring(payment_number(transaction_id) from '^cr-(\d{8,11})$')::bigint) from payments)))
$$;

create index postings_opening on postings (opening_id) where opening_id is not null;
create index cash_receipts_live on cash_receipts (user_id, client_id) include (amount, day) where state in ('in-hand', 'deposited');
