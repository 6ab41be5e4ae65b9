-- Two records are one payment only when a transaction number says so, and what is in doubt waits for a person.

-- As people and banks write it: the same number in capitals, in small letters or with spaces.
create function payment_number(written text) returns text language sql immutable parallel safe
  return nullif(lower(regexp_replace(written, '\s', '', 'g')), '');

-- Only 'success' counts. 'held' waits for a person; 'same' is another payment's record, 'refused' nobody's money.
alter table payments
  add column held_for text,
  add column decided_at timestamptz,
  add column decided_by bigint references users (id),
  -- The payment this record is another name of.
  add column same_as bigint references payments (id) on delete set null;

-- Records of one number that were kept apart by its spelling: claims are names of the first, receipts are looked at.
with ranked as (
  select id, realized, first_value(id) over w as first, row_number() over w as place from payments
  where payment_number(transaction_id) is not null
  window w as (partition by loan_id, payment_number(transaction_id) order by realized desc, id))
update payments p set status = case when r.realized then 'held' else 'same' end,
  held_for = case when r.realized then 'may-be-same' end, same_as = case when not r.realized then r.first end
from ranked r where r.id = p.id and r.place > 1;

drop index payments_transaction;
create unique index payments_number on payments (payment_number(transaction_id), loan_id)
  where status in ('success', 'reversed');
create index payments_set_aside on payments (payment_number(transaction_id), loan_id)
  where status in ('held', 'same', 'refused');
create index payments_held on payments (id desc) where status = 'held';
create index payments_same on payments (same_as) where same_as is not null;

-- The payment of a loan that a number names: its own, the one it was told under, or one a person said is the same.
create function payment_named(loan bigint, written text) returns bigint language sql stable
  begin atomic
    select p.id from payments p
    where p.loan_id = loan and p.status in ('success', 'reversed')
      and (payment_number(p.transaction_id) = payment_number(written)
        or payment_number(p.told_transaction_id) = payment_number(written)
        or exists (select from payments s where s.same_as = p.id and payment_number(s.transaction_id) = payment_number(written)))
    order by payment_number(p.transaction_id) is distinct from payment_number(written), p.id limit 1;
  end;

-- When a gateway was last asked because somebody said there was news.
alter table payment_attempts add column hinted_at timestamptz;
