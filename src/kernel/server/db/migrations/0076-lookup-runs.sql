-- Which run of numbers a stranger asked in (its stem only as a hash).
alter table payment_lookups
  add column stem bytea,
  add column value bigint;
create index payment_lookups_run on payment_lookups (stem, value, at);

-- Work that was done before asking: it counts once.
create table payment_works (
  mark bytea primary key,
  at timestamptz not null default now()
);
