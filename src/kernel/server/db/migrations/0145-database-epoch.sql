-- Which history of the data this is: a number that is drawn anew when a backup takes the place of what was here. Phones
-- compare it, and start over when it is another.
create table database_epoch (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  since timestamptz not null default now()
);

-- Drawn by chance, not counted: the same backup may be restored twice.
create function new_database_epoch() returns bigint language sql as $$
  insert into database_epoch (number) values (floor(random() * 9e15)::bigint)
  on conflict (is_only) do update set number = excluded.number, since = now()
  returning number
$$;
select new_database_epoch();
