-- Messages left on machines: who agreed to them, what a campaign leaves, and what became of each (decision 280).
create table voice_opt_ins (
  mobile text primary key,
  loan_id bigint references loans (id) on delete set null,
  user_id bigint references users (id),
  at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by bigint references users (id)
);
create index voice_opt_ins_loan on voice_opt_ins (loan_id);

create table machine_messages (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  template_id bigint not null references message_templates (id)
);
create index machine_messages_template on machine_messages (template_id);

alter table machine_checks add column message_id bigint, add column sound text, add column told_at timestamptz,
  add column fate text;
alter table machine_checks add constraint machine_checks_fate_check
  check (fate in ('begun', 'whole', 'cut', 'none', 'unknown')) not valid;

alter table messages drop constraint messages_purpose_check;
alter table messages add constraint messages_purpose_check check (purpose in
  ('bulk', 'payment-link', 'payment-received', 'payment-failed', 'cash-received', 'cash-cancelled', 'complaint',
    'settlement-offer', 'settlement-code', 'visit-notice', 'autopay-offer', 'autopay-notice', 'voice-message')) not valid;
