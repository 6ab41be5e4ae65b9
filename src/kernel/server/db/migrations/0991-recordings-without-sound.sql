-- A recording whose file on the exchange has no sound, as a full disk leaves it: there is nothing to store, so its file is deleted.
alter table recordings add column is_empty boolean not null default false;
