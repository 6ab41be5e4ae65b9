-- Refused cells of a column that are read in another way in one step, however many they are.
create table import_column_fixes (
  id bigint generated always as identity primary key,
  job_id bigint not null references file_jobs (id) on delete cascade,
  key text not null,
  reason text not null,
  reading text not null,
  rows int not null,
  -- The next run of the job takes these rows in.
  is_pending boolean not null default true,
  user_id bigint not null references users (id),
  at timestamptz not null default now()
);
alter table import_column_fixes add constraint import_column_fixes_reading_check check (reading in (
  'dayFirst', 'monthFirst', 'yearFirst', 'decimalComma', 'decimalPoint', 'leaveOut'));
create index import_column_fixes_of_job on import_column_fixes (job_id, id);
create index import_column_fixes_by on import_column_fixes (user_id);

-- Refused rows of a job by column and reason.
alter table file_jobs add column refused_groups jsonb;
