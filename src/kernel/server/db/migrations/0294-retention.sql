-- How long a lender has who its borrowers are kept after their last loan is closed, and what was said in calls.
alter table clients
  add column identity_months int not null default 60 check (identity_months between 0 and 240),
  add column recording_months int not null default 24 check (recording_months between 1 and 240);
-- When a loan was closed; of those closed before, their last change says it.
alter table loans add column closed_at timestamptz;
create function loan_closed() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.is_active then null else now() end;
  return new;
end $$;
create trigger loan_closed before update of is_active on loans for each row
  when (old.is_active is distinct from new.is_active) execute function loan_closed();
alter table borrowers add column erased_at timestamptz;
-- The bytes are gone, the row says who sent what.
alter table uploads add column removed_at timestamptz;
create index uploads_kept on uploads (purpose, stored_at) where stored_at is not null and removed_at is null;
create index file_jobs_kept on file_jobs (updated_at) where file_key is not null or error_file_key is not null or missing_file_key is not null;
create index recordings_kept on recordings (started_at) where state = 'stored';
