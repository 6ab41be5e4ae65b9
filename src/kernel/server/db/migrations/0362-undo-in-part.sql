-- A file is taken back as far as nothing was built on its rows; what stayed is told by name, with the reason.
alter table file_jobs add column kept_records int;

create table import_kept (
  id bigint generated always as identity primary key,
  job_id bigint not null references file_jobs (id) on delete cascade,
  -- Of a person of the file whose loan is not in it there is no loan.
  loan_id bigint references loans (id) on delete cascade,
  borrower_id bigint not null references borrowers (id) on delete cascade,
  reasons text[] not null
);
create index import_kept_job on import_kept (job_id, id);
create index import_kept_loan on import_kept (loan_id);
create index import_kept_borrower on import_kept (borrower_id);
