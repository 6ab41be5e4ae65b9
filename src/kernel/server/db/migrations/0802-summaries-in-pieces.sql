-- A Sync of many loans goes on in pieces after its answer, and is found again by whoever presses meanwhile (decision 379).
create table summary_syncs (
  id bigint generated always as identity primary key,
  key text not null,
  asked_by bigint[] not null,
  assignee_ids bigint[],
  client_ids bigint[],
  reached bigint not null,
  last bigint not null,
  left_out bigint[] not null default '{}',
  changed int not null default 0,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  ended_at timestamptz,
  is_failed boolean not null default false
);
create unique index summary_syncs_running on summary_syncs (key) where ended_at is null;
