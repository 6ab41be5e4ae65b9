-- The key of the loans a phone keeps for its user. Worth nothing without that phone.

create table device_key (
  user_id bigint not null references users (id) on delete cascade,
  device_id uuid not null,
  key text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, device_id)
);
