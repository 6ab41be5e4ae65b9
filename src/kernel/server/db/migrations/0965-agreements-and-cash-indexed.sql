create index concurrently if not exists settlements_replaces on settlements (replaces_id) where replaces_id is not null;
create index concurrently if not exists cash_deposits_short on cash_deposits (user_id, client_id) include (short, short_since)
  where short > 0;
create index concurrently if not exists authority_acts_person on authority_acts (person_id) where person_id is not null;
