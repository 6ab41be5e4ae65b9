-- What few people may hear, the newest first (decision 345).
create index concurrently if not exists recordings_by_user on recordings (user_id, started_at desc, attempt_id desc)
  where state in ('at_provider', 'stored');
