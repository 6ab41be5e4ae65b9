-- Security-definer functions that maintain months, because the program's role owns no tables (decision 525). Each
-- performs one task; months are in the schema `months`, and other names are rejected. `migrate` recreates the
-- functions on each run, on schemas of any age.
create or replace function month_of(parent name, month name) returns text language plpgsql stable as $$
begin
  if not exists (select from pg_class where relname = parent and relkind = 'p' and relnamespace = 'public'::regnamespace)
    or month !~ ('^' || parent || '_(\d{4}_\d{2}|before)$') then
    raise exception '% is no month of %', month, parent using errcode = 'insufficient_privilege';
  end if;
  return format('months.%I', month);
end $$;

-- Creates an empty month like the first one and moves its rows out of the default partition; false if it exists already.
create or replace function make_month(parent name, month name, since text, until text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own text := public.month_of(parent, month);
  whole oid := format('public.%I', parent)::regclass;
  key text := (select a.attname from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
    where t.partrelid = whole);
  other oid := (select nullif(partdefid, 0) from pg_partitioned_table where partrelid = whole);
  pattern oid;
  reader name;
begin
  if to_regclass(own) is not null then return false; end if;
  select i.inhrelid into pattern from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = whole and i.inhrelid is distinct from other
    order by substring(pg_get_expr(c.relpartbound, c.oid) from $re$ TO \('([^']+)'\)$re$) limit 1;
  execute format('create table %s (like %s including defaults including constraints including indexes)', own, pattern::regclass);
  if other is not null then
    execute format('lock table %s in access exclusive mode', other::regclass);
    execute format('alter table %s disable trigger user', other::regclass);
    execute format('with moved as (delete from %s where %I >= %L and %I < %L returning *) insert into %s select * from moved',
      other::regclass, key, since, key, until, own);
    execute format('alter table %s enable trigger user', other::regclass);
  end if;
  -- Grants readers of the parent the right to read the month by its name: an archive file is written from it.
  for reader in select g.rolname from pg_class c cross join lateral aclexplode(c.relacl) a join pg_roles g on g.oid = a.grantee
    where c.oid = whole and a.privilege_type = 'SELECT' and a.grantee <> c.relowner loop
    execute format('grant select on %s to %I', own, reader);
  end loop;
  return true;
end $$;

create or replace function join_month(parent name, month name, since text, until text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('alter table public.%I attach partition %s for values from (%L) to (%L)', parent, public.month_of(parent, month), since, until);
end $$;

-- Advances the sequence of a table to the range of an existing month; never backwards.
create or replace function begin_month(parent name, month name, first bigint) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  key text := (select a.attname from pg_partitioned_table t join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
    where t.partrelid = format('public.%I', parent)::regclass);
  numbers text := pg_get_serial_sequence(format('public.%I', parent), key);
begin
  if to_regclass(public.month_of(parent, month)) is null or numbers is null then return; end if;
  execute format('select setval(%L::regclass, %L::bigint - 1) from %s where last_value < %L::bigint - 1', numbers, first, numbers, first);
end $$;

create or replace function lock_month(parent name, month name) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('lock table %s in share mode', public.month_of(parent, month));
end $$;

-- Detaches only a month whose file an event notes.
create or replace function take_off_month(parent name, month name) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own text := public.month_of(parent, month);
begin
  if not exists (select from public.month_files f where f.name = month and f.left_at is null) then
    raise exception '% is in no file', month using errcode = 'insufficient_privilege';
  end if;
  execute format('alter table public.%I detach partition %s', parent, own);
  execute format('drop table %s', own);
end $$;
