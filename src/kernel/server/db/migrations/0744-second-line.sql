-- An agent has a second call beside one that is on hold meanwhile (decision 364).
alter table call_attempts
  add column is_second boolean not null default false,
  add column aside_at timestamptz,
  add column aside_s int,
  add constraint call_attempts_aside_check check (aside_s >= 0) not valid;
alter table agent_sessions
  add column beside_attempt_id bigint,
  add column beside_is_said boolean not null default false,
  add column beside_is_over boolean not null default false,
  add constraint agent_sessions_beside_attempt_id_fkey foreign key (beside_attempt_id) references call_attempts (id) not valid;
