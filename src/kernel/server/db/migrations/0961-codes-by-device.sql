-- One-time codes of borrowers belong to the device that requested them: tries from elsewhere do not use them up. Codes last ten
-- minutes, so those of before are forgotten.
delete from borrower_codes;
alter table borrower_codes
  drop constraint borrower_codes_pkey,
  add column purpose text not null default 'borrower code' check (purpose in ('borrower code', 'settlement code')),
  add column subject_id bigint not null default 0,
  add column device bytea not null default '\x',
  add column network bytea not null default '\x',
  add column other_tries int not null default 0,
  add primary key (purpose, subject_id, device);
create index borrower_codes_loan on borrower_codes (loan_id);
create index borrower_codes_day on borrower_codes (otp_day);
