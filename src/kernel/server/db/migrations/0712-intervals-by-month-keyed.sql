-- The key of a partition holds its month.
create unique index concurrently if not exists agent_intervals_id_at on agent_intervals (id, started_at);
-- Servers of the version before look for what lasts by it; that there is one a session is promised elsewhere (0710).
create index concurrently if not exists agent_intervals_lasts on agent_intervals (session_id) where ended_at is null;
