-- A carrier or a shown number that refuses call after call, or that fewer people answer than before, is taken out of service.
alter table call_attempts
  add column progress_at timestamptz,
  add column caller_id text;
create table line_health (
  kind text not null check (kind in ('trunk', 'caller_id')),
  line text not null,
  refused_in_row int not null default 0 check (refused_in_row >= 0),
  refused_with text,
  carried_with text,
  carried_at timestamptz,
  recent_calls float8 not null default 0 check (recent_calls >= 0),
  recent_answers float8 not null default 0 check (recent_answers >= 0),
  usual_calls float8 not null default 0 check (usual_calls >= 0),
  usual_answers float8 not null default 0 check (usual_answers >= 0),
  evidence float8 not null default 0 check (evidence >= 0),
  out_since timestamptz,
  out_until timestamptz,
  why text check (why in ('refused', 'answers')),
  trips int not null default 0 check (trips >= 0),
  tripped_at timestamptz,
  last_status int,
  primary key (kind, line),
  check ((out_since is null) = (out_until is null) and (out_since is null) = (why is null))
);
-- What became of the calls of a day by each of them.
create table line_days (
  kind text not null check (kind in ('trunk', 'caller_id')),
  line text not null,
  day date not null,
  calls int not null default 0 check (calls >= 0),
  answered int not null default 0 check (answered >= 0),
  refused int not null default 0 check (refused >= 0),
  delays int not null default 0 check (delays >= 0),
  delay_ms bigint not null default 0 check (delay_ms >= 0),
  primary key (day, kind, line)
);
