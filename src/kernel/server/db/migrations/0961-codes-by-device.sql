-- One-time codes of borrowers belong to the device that requested them: tries from elsewhere do not use them up. Codes last ten
-- minutes, so those of before are forgotten.
drop table borrower_codes;
create table borrower_codes (
  purpose text not null check (purpose in ('borrower code', 'settlement code')),
  subject_id bigint not null,
  device bytea not null,
  network bytea not null,
  loan_id bigint not null references loans (id) on delete cascade,
  otp_mac text,
  otp_until timestamptz,
  otp_tries int not null default 0,
  other_tries int not null default 0,
  otp_sent int not null default 0,
  otp_day date,
  primary key (purpose, subject_id, device)
);
create index borrower_codes_loan on borrower_codes (loan_id);
create index borrower_codes_day on borrower_codes (otp_day);
