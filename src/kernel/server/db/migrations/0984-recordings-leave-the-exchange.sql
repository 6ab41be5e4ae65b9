-- Recordings to delete from the exchange: stored ones, those of erased borrowers, and files of no call (decision 533).
create table recording_removals (
  reference_id uuid primary key,
  parts int not null default 1 check (parts > 0),
  tries int not null default 0 check (tries >= 0),
  requested_at timestamptz not null,
  next_try_at timestamptz not null
);
create index recording_removals_due on recording_removals (next_try_at);
