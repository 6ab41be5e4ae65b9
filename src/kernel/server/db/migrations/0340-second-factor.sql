-- A second factor of signing in (RFC 6238): the secret is sealed under a key outside of the database.
create table second_factor (
  user_id bigint primary key references users on delete cascade,
  secret_sealed text not null,
  -- Null: begun, and no code of it was typed yet; then it is not asked for.
  confirmed_at timestamptz,
  -- Codes up to this step of thirty seconds are used up.
  last_step bigint not null default 0
);
create table recovery_code (
  user_id bigint not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- Between the password and the code: no session, only this. Of minutes, so neither logged nor in backups.
create unlogged table sign_in_ticket (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  remember boolean not null,
  expires_at timestamptz not null
);
create index sign_in_ticket_user on sign_in_ticket (user_id);
alter table roles add column requires_second_factor boolean not null default false;
alter table session add column must_set_up boolean not null default false;
