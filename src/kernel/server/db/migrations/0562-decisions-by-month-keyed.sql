-- The key of a partition holds its month.
create unique index concurrently if not exists contact_decisions_id_at on contact_decisions (id, at);
