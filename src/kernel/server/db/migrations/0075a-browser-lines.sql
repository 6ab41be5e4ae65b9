-- An agent who speaks in the browser: the exchange knows the secret of this session, and the browser said that it is there.
alter table agent_sessions
  add column is_line_told boolean not null default false,
  add column is_line_ready boolean not null default false;
-- Secrets that outlived their session, until the exchange has forgotten them.
create index agent_sessions_secret on agent_sessions (id) where is_line_told and ended_at is not null;
