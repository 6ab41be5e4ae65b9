-- What a stored file must be: a copy that was cut or changed is known before anybody gets it.
create table stored_file (
  key text primary key,
  bytes bigint,
  sha256 bytea,
  fault text constraint stored_file_fault check (fault in ('missing', 'damaged')),
  checked_at timestamptz not null default now(),
  constraint stored_file_compared check (fault is not null or (bytes is not null and sha256 is not null))
);
create index stored_file_faults on stored_file (key) where fault is not null;
