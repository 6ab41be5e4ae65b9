-- Whose call is on is promised by live_calls; it is looked for by an index that promises nothing.
create index concurrently if not exists call_attempts_at_hand on call_attempts (user_id) where state <> 'ended';
