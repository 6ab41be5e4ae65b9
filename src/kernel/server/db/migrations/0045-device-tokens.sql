-- With one of these a phone hands in what somebody sealed on it whose account was closed since (offline.md A.8).

create table device_tokens (
  user_id bigint not null references users (id) on delete cascade,
  device_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, device_id)
);
create index device_tokens_expiry on device_tokens (expires_at);
