-- An agent has at most one call, and one second call beside it.
create unique index concurrently if not exists call_attempts_first_of_agent on call_attempts (user_id)
  where state <> 'ended' and not is_handed and not is_second;
create unique index concurrently if not exists call_attempts_second_of_agent on call_attempts (user_id)
  where state <> 'ended' and not is_handed and is_second;
