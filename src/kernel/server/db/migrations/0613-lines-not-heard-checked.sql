-- The words of 0612 hold for what was there before.
alter table agent_sessions validate constraint agent_sessions_unheard_check;
