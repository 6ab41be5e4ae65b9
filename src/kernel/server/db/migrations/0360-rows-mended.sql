-- Refused rows of a file can be mended on screen and are taken in by the same job.

-- The first refused rows of a job, with their cells sealed: a file's numbers lie nowhere in clear.
create table import_refusals (
  job_id bigint not null references file_jobs (id) on delete cascade,
  n int not null,
  field text not null,
  reason text not null,
  loan_number text,
  is_unclear boolean not null default false,
  -- Mended so that it can be read: the job takes it in when it runs next.
  is_ready boolean not null default false,
  cells text not null,
  primary key (job_id, n)
);

-- What people wrote in the place of a cell, in order: the last one of a cell is read in its place.
create table import_corrections (
  id bigint generated always as identity primary key,
  job_id bigint not null references file_jobs (id) on delete cascade,
  n int not null,
  key text not null,
  loan_number text,
  was text not null,
  value text not null,
  user_id bigint not null references users (id),
  at timestamptz not null default now()
);
create index import_corrections_of_row on import_corrections (job_id, n, id);
create index import_corrections_by on import_corrections (user_id);

-- Only mended rows of a job that was applied are taken in; everything else stays as it is.
alter table file_jobs add column is_mending boolean not null default false;
