-- For a cluster with `recoup` as its bootstrap superuser: PostgreSQL cannot revoke that attribute from it, so it is
-- renamed, and the program gets a separate role that owns its databases and nothing else. Run it as `recoup`, with
-- servers stopped.
\set ON_ERROR_STOP on
create role changing login superuser;
\connect - changing
alter role recoup rename to postgres;
create role recoup login nosuperuser nocreaterole noreplication createdb;
\connect recoup
-- Only the program's objects in this database: a bootstrap superuser owns PostgreSQL's objects as well.
select format('alter %s %s owner to recoup', kind, name) from (
  select 'schema' as kind, quote_ident(nspname) as name, 1 as place from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
  union all select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      oid::regclass::text, 2 from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'S') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and not exists (select from pg_depend d where d.objid = pg_class.oid and d.classid = 'pg_class'::regclass
        and d.deptype in ('a', 'i', 'e') and pg_class.relkind = 'S')
      and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')
  union all select case prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end, oid::regprocedure::text, 3 from pg_proc
    where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
  union all select 'type', oid::regtype::text, 4 from pg_type
    where typtype in ('e', 'd') and typnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and not exists (select from pg_depend d where d.objid = pg_type.oid and d.deptype = 'e')
) as own order by place \gexec
alter database recoup owner to recoup;
select 'create database rehearsal owner recoup template template0 encoding ''UTF8'''
  where not exists (select from pg_database where datname = 'rehearsal') \gexec
alter database rehearsal owner to recoup;
revoke connect on database recoup, rehearsal, postgres from public;
\connect - postgres
drop role changing;
