-- What is not heard of an agent's call, for their screen (decision 251).
alter table agent_sessions add column unheard text;
alter table agent_sessions add constraint agent_sessions_unheard_check
  check (unheard in ('line', 'voice', 'borrower')) not valid;
