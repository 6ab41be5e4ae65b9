-- The first cells of a file that accepted rows were taken without, as the file has them, sealed: they are corrected one by one.
create table import_unread_cells (
  job_id bigint not null references file_jobs (id) on delete cascade,
  n int not null,
  key text not null,
  reason text not null,
  loan_number text,
  cell text not null,
  at timestamptz not null default now(),
  primary key (job_id, n, key)
);
create index import_unread_cells_at on import_unread_cells (at);
