-- When the database and the files were saved last, and whether a restore was tried: an old or failed one is told.
create table backup_run (
  id bigint generated always as identity primary key,
  what text not null constraint backup_run_what check (what in ('database', 'files', 'rehearsal')),
  at timestamptz not null default now(),
  took_ms bigint not null,
  fault text
);
create index backup_run_last on backup_run (what, at desc);
