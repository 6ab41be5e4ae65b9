-- Cash from the phone to the bank: numbers of receipts, what was taken under them, deposits, and every step as a row of its own.
alter table clients
  add column cash_limit bigint not null default 5000000 check (cash_limit >= 0),
  add column cash_days int not null default 2 check (cash_days between 0 and 30);

-- Each block has 500 numbers; none is ever given twice.
create sequence cash_serial increment by 500;
create table cash_blocks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  device_id uuid not null,
  first_serial bigint not null unique,
  last_serial bigint not null,
  given_at timestamptz not null default now(),
  check (last_serial >= first_serial)
);
create index cash_blocks_owner on cash_blocks (user_id, device_id);

create table cash_receipts (
  id bigint generated always as identity primary key,
  number text not null,
  block_id bigint references cash_blocks (id),
  loan_id bigint not null references loans (id),
  client_id bigint not null references clients (id),
  user_id bigint not null references users (id),
  payment_id bigint references payments (id) on delete set null,
  amount bigint not null check (amount > 0),
  denominations jsonb,
  taken_at timestamptz not null,
  day date not null,
  code text not null unique,
  state text not null default 'in-hand' check (state in ('in-hand', 'deposited', 'confirmed', 'void')),
  tell_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index cash_receipts_number on cash_receipts (payment_number(number));
create index cash_receipts_hand on cash_receipts (user_id, client_id, day) include (amount) where state = 'in-hand';
create index cash_receipts_user on cash_receipts (user_id, id desc);
create index cash_receipts_loan on cash_receipts (loan_id);
create index cash_receipts_payment on cash_receipts (payment_id);
create index cash_receipts_client on cash_receipts (client_id);
create index cash_receipts_block on cash_receipts (block_id);
create index cash_receipts_tell on cash_receipts (tell_at) where tell_at is not null;

create table cash_deposits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  client_id bigint not null references clients (id),
  amount bigint not null check (amount > 0),
  bank text not null,
  branch text not null,
  slip_number text not null,
  deposited_on date not null,
  photo_key text,
  photo_type text check (photo_type in ('image/jpeg', 'image/webp')),
  photo_bytes bytea,
  state text not null default 'made' check (state in ('made', 'confirmed', 'undone')),
  received bigint check (received >= 0),
  variance_reason text,
  variance_owner_id bigint references users (id),
  made_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references users (id),
  check (state <> 'confirmed' or (received is not null and decided_by is not null and decided_by <> user_id)),
  check (state <> 'confirmed' or received = amount or (variance_reason is not null and variance_owner_id is not null))
);
create unique index cash_deposits_slip on cash_deposits (client_id, lower(bank), upper(slip_number)) where state <> 'undone';
create index cash_deposits_user on cash_deposits (user_id, id desc);
create index cash_deposits_client on cash_deposits (client_id);
create index cash_deposits_open on cash_deposits (id) where state = 'made';
create index cash_deposits_owner on cash_deposits (variance_owner_id);
create index cash_deposits_decider on cash_deposits (decided_by);

create table cash_deposit_receipts (
  deposit_id bigint not null references cash_deposits (id),
  receipt_id bigint not null references cash_receipts (id),
  is_live boolean not null default true,
  primary key (deposit_id, receipt_id)
);
create unique index cash_deposit_receipts_live on cash_deposit_receipts (receipt_id) where is_live;
create index cash_deposit_receipts_receipt on cash_deposit_receipts (receipt_id);

-- Append-only: what each step moves between an agent's hands, the way to the bank, the bank and the variance.
create table cash_moves (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('taken', 'voided', 'deposited', 'confirmed', 'undone')),
  user_id bigint not null references users (id),
  client_id bigint not null references clients (id),
  receipt_id bigint references cash_receipts (id),
  deposit_id bigint references cash_deposits (id),
  day date not null,
  hand bigint not null default 0,
  transit bigint not null default 0,
  bank bigint not null default 0,
  variance bigint not null default 0,
  reason text not null default '',
  by_id bigint not null references users (id),
  at timestamptz not null,
  check ((receipt_id is null) <> (deposit_id is null)),
  check (kind in ('taken', 'voided') or hand + transit + bank + variance = 0),
  check (kind not in ('taken', 'voided') or (transit = 0 and bank = 0 and variance = 0))
);
create index cash_moves_user on cash_moves (user_id, day);
create index cash_moves_client on cash_moves (client_id);
create index cash_moves_receipt on cash_moves (receipt_id);
create index cash_moves_deposit on cash_moves (deposit_id);
create index cash_moves_by on cash_moves (by_id);

create table cash_days (
  user_id bigint not null references users (id),
  day date not null,
  opening bigint not null,
  taken bigint not null,
  deposited bigint not null,
  variance bigint not null,
  carried bigint not null,
  closed_at timestamptz not null,
  closed_by bigint not null references users (id),
  primary key (user_id, day),
  check (opening + taken - deposited = carried)
);
create index cash_days_closer on cash_days (closed_by);

alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check
  check (purpose in ('bulk', 'payment-link', 'payment-received', 'payment-failed', 'cash-received'));
