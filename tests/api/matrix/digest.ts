/** What a database holds, as one fingerprint per table, and a way back to it. */
import type { Database } from '../../../src/server/kernel/database.ts';
import { Fragment, sql } from '../../../src/server/kernel/sql.ts';

/** Change by themselves, or keep what is written about a refusal. */
const left = [
  'event',
  'event_seal',
  'migration',
  'throttle',
  'mailbox',
  'socket_io_attachments',
  'import_rows',
  // Thousands of rows that a migration made and no endpoint writes.
  'states',
  'cities',
];
/** Said in the row, but no content of it: a session that is used is not changed by it. */
const ofNoMatter: Readonly<Record<string, string>> = { session: 'seen_at' };

export type Digest = Readonly<Record<string, string>>;
const plain = (text: string): Fragment => new Fragment([text], []);

const tablesOf = async (database: Database): Promise<string[]> =>
  (
    await database.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  )
    .map(({ name }) => name)
    .filter((name) => !left.includes(name));

const hashOf = (table: string): string =>
  `select '${table}' as name, count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as hash
   from (select (to_jsonb(t) - '${ofNoMatter[table] ?? ''}')::text as row from public.${table} t) rows`;

/** Reads every table that a call could change, and how many jobs were asked for. */
export async function digester(database: Database): Promise<() => Promise<Digest>> {
  const parts = (await tablesOf(database)).map(hashOf);
  parts.push(`select 'jobs', count(*)::text from jobs.job where name not like '\\_\\_%'`);
  const query = plain(parts.join(' union all '));
  return async () =>
    Object.fromEntries(
      (await database.rows<{ name: string; hash: string }>(query)).map(({ name, hash }) => [name, hash]),
    );
}

export const changedIn = (before: Digest, after: Digest): string[] =>
  Object.keys(before).filter((table) => before[table] !== after[table]);

/** Keeps a copy of every table; what is answered puts the tables it is given back to it. */
export async function keeper(database: Database): Promise<(tables: readonly string[]) => Promise<void>> {
  await database.run(sql`create schema kept`);
  for (const table of await tablesOf(database))
    await database.run(plain(`create table kept.${table} as table public.${table}`));
  return (tables) =>
    database.transaction(async (tx) => {
      // Rows are laid back as they were: no trigger has to follow, no reference to be looked at.
      await tx.run(sql`set local session_replication_role = replica`);
      for (const table of tables.filter((name) => name !== 'jobs')) {
        await tx.run(plain(`delete from public.${table}`));
        await tx.run(plain(`insert into public.${table} overriding system value table kept.${table}`));
      }
    });
}
