-- Users as a master: targets by month, and lists that stay quick among ten thousand.

alter table users add column dialer_reference_id text;

-- Paise; one entry for a person and month.
create table user_targets (
  user_id bigint not null references users (id) on delete cascade,
  year int not null check (year between 2000 and 2100),
  month int not null check (month between 1 and 12),
  amount bigint not null check (amount >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, year, month)
);

create index users_by_name on users (is_active, lower(first_name || ' ' || last_name), id);
create index users_by_email on users (is_active, lower(email), id);
create index users_by_extension on users (is_active, extension_number, id);
