-- Whoever asks whether a server is ready has it write here: a standby, a full disk or a database that waits for its
-- copies answers questions and takes no work. It only goes up: one that went down was put back to an earlier moment.
create table database_pulse (
  is_only boolean primary key default true check (is_only),
  beats bigint not null,
  at timestamptz not null default now()
);
insert into database_pulse (beats) values (0);
