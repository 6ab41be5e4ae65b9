/** Indexes that this installation should have and lacks, and those that PostgreSQL cannot use. */
import { readFileSync, readdirSync } from 'node:fs';
import { sql } from '#kernel/server/database/sql.ts';

const database = new URL('../../../../kernel/server/db/', import.meta.url);
/** Names of all indexes of a freshly migrated database, without those of months; a test compares the file. */
const expected = readFileSync(new URL('indexes.txt', database), 'utf8').trim().split('\n');
const migrations = readdirSync(new URL('migrations/', database)).filter((name) => name.endsWith('.sql'));
const newest = migrations.toSorted().at(-1) ?? '0000-baseline';

/**
 * Rows `{ index, fault }`: `invalid`, `missing`, or `missing in a month` with the indexes of other months. Excludes
 * concurrent builds. A database migrated by a newer program may have dropped some.
 */
export const indexFaults = sql`
  with beside as (
    select p.oid, h.inhparent,
      regexp_replace(pg_get_indexdef(x.indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+ ', '\\1') as definition
    from pg_inherits h join pg_class p on p.oid = h.inhrelid and p.relkind = 'r' join pg_index x on x.indrelid = p.oid
    where p.relnamespace = to_regnamespace('months') and not exists (select from pg_inherits i where i.inhrelid = x.indexrelid))
  select i.indexrelid::regclass::text as index, 'invalid' as fault
  from pg_index i join pg_class t on t.oid = i.indrelid
  where not i.indisvalid and t.relnamespace in ('public'::regnamespace, to_regnamespace('months'))
    and not exists (select from pg_stat_progress_create_index b where b.index_relid = i.indexrelid)
  union all
  select name, 'missing' from unnest(${expected}::text[]) as name
  where to_regclass('public.' || quote_ident(name)) is null and not exists (select from migration m where m.name > ${newest})
  union all
  select p.relname || ' ' || b.definition, 'missing in a month'
  from (select distinct inhparent, definition from beside) b join pg_inherits h on h.inhparent = b.inhparent
    join pg_class p on p.oid = h.inhrelid and p.relkind = 'r'
  where not exists (select from beside o where o.oid = p.oid and o.definition = b.definition)
  order by 2, 1`;
