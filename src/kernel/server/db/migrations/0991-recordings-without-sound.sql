-- A recording whose file on the exchange has no sound, as a full disk leaves it: there is nothing to store, so its file is deleted.
alter table recordings add column is_empty boolean not null default false,
  add constraint recordings_empty_failed check (not is_empty or state = 'failed');
create index recordings_lost on recordings (started_at) where state = 'failed';
