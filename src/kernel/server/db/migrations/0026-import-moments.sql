-- What changed later than this was not changed by the file.
alter table import_changes add column at timestamptz not null default now();
