-- Which node hears what an exchange tells: it tells one only, and whoever connects after that makes the first one deaf.
create table telephony_lines (
  provider text primary key,
  node text not null,
  -- It is heard, so calls may be placed.
  is_up boolean not null default false,
  expires_at timestamptz not null
);
