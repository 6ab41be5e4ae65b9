create index concurrently if not exists recordings_lost on recordings (started_at) where state = 'failed';
