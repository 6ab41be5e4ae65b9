-- Lists that jobs write as files.

alter table file_jobs
  add column export_type text,
  -- As they were sent, without the page; read anew when the job runs.
  add column filters jsonb,
  -- Chosen when the export is asked for, so that doing it again writes the same file, never a second one.
  add column file_key text unique,
  add column file_name text;
create index file_jobs_exports on file_jobs (created_by, id desc) where type = 'EXPORT';
