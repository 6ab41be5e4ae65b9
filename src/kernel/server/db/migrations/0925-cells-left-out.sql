-- Cells that an applied file left out and that can be read in another way later: the loan they are of, and what it had then.
create table import_left_cells (
  id bigint generated always as identity primary key,
  job_id bigint not null references file_jobs (id) on delete cascade,
  n int not null,
  key text not null,
  reason text not null,
  loan_id bigint not null references loans (id) on delete cascade,
  -- The value after the file was applied.
  was text,
  -- The last change of the loan then.
  was_tx xid8 not null,
  outcome text,
  fix_id bigint references import_column_fixes (id) on delete cascade,
  -- The loan had been changed by others before the value was written: an undo leaves it as it is.
  is_between boolean not null default false,
  at timestamptz not null default now(),
  constraint import_left_cells_outcome_check check (outcome in ('written', 'changed', 'followed'))
);
create unique index import_left_cells_one on import_left_cells (job_id, n, key);
create index import_left_cells_open on import_left_cells (job_id, key, reason) where outcome is null;
create index import_left_cells_loan on import_left_cells (loan_id, job_id);
create index import_left_cells_fix on import_left_cells (fix_id);
create index import_left_cells_at on import_left_cells (at);
