-- Who an agent is, for anyone who asks: certificate, photo, and the code of a public page.
create table agent_cards (
  user_id bigint primary key references users (id),
  certificate_number text,
  valid_until date,
  photo bytea,
  code text not null unique default replace(gen_random_uuid()::text, '-', ''),
  code_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((certificate_number is null) = (valid_until is null))
);
create index agent_cards_valid_until on agent_cards (valid_until);

-- Everybody has a card from the day they are added.
create function card_user() returns trigger language plpgsql as $$
begin
  insert into agent_cards (user_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger users_carded after insert on users for each row execute function card_user();
insert into agent_cards (user_id) select id from users;

-- What the agency has decided once for all its people; there is one row.
create table agency_rule (
  is_only boolean primary key default true check (is_only),
  agency_name text not null default '',
  needs_certificate boolean not null default false
);
insert into agency_rule default values;
