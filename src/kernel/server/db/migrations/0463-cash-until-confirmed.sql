-- Cash counts as held until the desk has confirmed its deposit (decision 140); a lender may give the desk days for it.
alter table clients
  add column cash_grace_days int not null default 0 check (cash_grace_days between 0 and 7),
  add column cash_slip_photo boolean not null default true;

alter table cash_receipts
  -- The first deposit it was in: making another one gives no more days.
  add column first_deposited_at timestamptz,
  add column told_at timestamptz;
update cash_receipts r set first_deposited_at = d.made_at from (
  select x.receipt_id, min(d.made_at) as made_at from cash_deposit_receipts x join cash_deposits d on d.id = x.deposit_id group by 1) d
  where d.receipt_id = r.id;
update cash_receipts r set told_at = m.at from (
  select loan_id, message, min(created_at) as at from messages where purpose = 'cash-received' group by 1, 2) m
  where m.loan_id = r.loan_id and strpos(m.message, r.number) > 0;

-- An agent who passed the limit or the age of a lender: one row from when they did until they no longer do.
create table cash_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  client_id bigint not null references clients (id),
  kind text not null check (kind in ('limit', 'age')),
  held bigint not null,
  since timestamptz not null,
  ended_at timestamptz
);
create unique index cash_alerts_open on cash_alerts (user_id, client_id, kind) where ended_at is null;
create index cash_alerts_client on cash_alerts (client_id);

alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check check (purpose in
  ('bulk', 'payment-link', 'payment-received', 'payment-failed', 'cash-received', 'cash-cancelled', 'complaint',
    'settlement-offer', 'settlement-code')) not valid;
alter table messages validate constraint messages_purpose_check;
