-- Numbers whose owners agreed to be written to on WhatsApp: said once, to whom and when.
create table message_opt_ins (
  mobile text primary key,
  loan_id bigint references loans (id) on delete set null,
  user_id bigint references users (id),
  at timestamptz not null default now()
);
