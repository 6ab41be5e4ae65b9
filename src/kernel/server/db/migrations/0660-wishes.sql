-- What a borrower wishes of contact, by person, and each change of it (decision 300).
create table contact_wishes (
  borrower_id bigint primary key references borrowers (id) on delete cascade,
  language text,
  avoid_from text,
  avoid_until text,
  no_calls_since timestamptz,
  changed_at timestamptz not null,
  constraint contact_wishes_avoid_check check ((avoid_from is null) = (avoid_until is null) and avoid_from < avoid_until)
);
create table contact_wish_changes (
  id bigint generated always as identity primary key,
  borrower_id bigint not null references borrowers (id) on delete cascade,
  loan_id bigint not null references loans (id) on delete cascade,
  at timestamptz not null,
  language text,
  avoid_from text,
  avoid_until text,
  no_calls boolean not null
);
create index contact_wish_changes_borrower on contact_wish_changes (borrower_id, at);
create index contact_wish_changes_loan on contact_wish_changes (loan_id);

-- Codes of the page where they say so, one for each loan (decision 301).
create table borrower_codes (
  loan_id bigint primary key references loans (id) on delete cascade,
  otp_mac text,
  otp_until timestamptz,
  otp_tries int not null default 0,
  otp_sent int not null default 0,
  otp_day date
);

alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check check (purpose in
  ('bulk', 'payment-link', 'payment-received', 'payment-failed', 'cash-received', 'cash-cancelled', 'complaint',
    'settlement-offer', 'settlement-code', 'visit-notice', 'autopay-offer', 'autopay-notice', 'voice-message',
    'borrower-code')) not valid;
