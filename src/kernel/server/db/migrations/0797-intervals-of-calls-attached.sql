-- Each month has it, and was checked: what makes it one of the whole reads no row. It gives way before PostgreSQL looks for a deadlock.
do $$
begin
  perform set_config('lock_timeout', '50ms', true);
  lock table call_attempts, agent_intervals in share row exclusive mode;
  alter table agent_intervals add constraint agent_intervals_attempt_id_fkey foreign key (attempt_id) references call_attempts (id);
end $$;
