/** Indexes that this installation should have and lacks, and those that PostgreSQL cannot use. */
import { readFileSync, readdirSync } from 'node:fs';
import { sql } from '#kernel/server/database/sql.ts';

const database = new URL('../../../../kernel/server/db/', import.meta.url);
/** Names of all indexes of a freshly migrated database; a test compares the file. */
const expected = readFileSync(new URL('indexes.txt', database), 'utf8').trim().split('\n');
const migrations = readdirSync(new URL('migrations/', database)).filter((name) => name.endsWith('.sql'));
const newest = migrations.toSorted().at(-1) ?? '0000-baseline';

/**
 * Rows `{ index, fault }`: `invalid` or `missing`. Excludes concurrent builds. A database migrated by a newer program may
 * have dropped some.
 */
export const indexFaults = sql`
  select i.indexrelid::regclass::text as index, 'invalid' as fault
  from pg_index i join pg_class t on t.oid = i.indrelid
  where not i.indisvalid and t.relnamespace = 'public'::regnamespace
    and not exists (select from pg_stat_progress_create_index b where b.index_relid = i.indexrelid)
  union all
  select name, 'missing' from unnest(${expected}::text[]) as name
  where to_regclass('public.' || quote_ident(name)) is null and not exists (select from migration m where m.name > ${newest})
  order by 2, 1`;
