-- What an exchange made of who answered, and that an agent heard a machine (decision 250).
create table machine_checks (
  attempt_id bigint primary key references call_attempts (id) on delete cascade,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  verdict text not null check (verdict in ('person', 'machine', 'unsure')),
  cause text not null,
  at timestamptz not null,
  is_put_through boolean not null default false
);
create index machine_checks_campaign on machine_checks (campaign_id, at);

alter table call_attempts drop constraint call_attempts_spoken_to_check;
alter table call_attempts add constraint call_attempts_spoken_to_check
  check (spoken_to in ('borrower', 'other', 'wrong', 'machine')) not valid;
