-- Files are looked at before they are applied, read by a mapping, and can be undone.

alter table file_jobs
  -- Only counted, never applied, until somebody says so.
  add column is_dry_run boolean not null default false,
  add column mapping jsonb,
  -- The first bad rows, to be shown beside the counts.
  add column first_errors jsonb,
  add column undone_at timestamptz;

-- How a lender's columns are read, as it was said last.
create table file_mappings (
  client_id bigint not null references clients (id),
  type text not null,
  mapping jsonb not null,
  user_id bigint references users (id),
  updated_at timestamptz not null default now(),
  primary key (client_id, type)
);

-- What a job made and what stood there before, chunk by chunk; kept for the last job of a lender and kind.
create table import_changes (
  job_id bigint not null references file_jobs (id) on delete cascade,
  part bigint not null,
  what text not null,
  -- Rows that were not there before.
  made bigint[] not null default '{}',
  -- Rows that were, as they were.
  before jsonb not null default '[]',
  -- What changed a loan later has another.
  tx xid8 not null default pg_current_xact_id(),
  primary key (job_id, part, what)
);

-- Rows on their way are temporary tables of the job now.
drop table import_rows, import_errors;
