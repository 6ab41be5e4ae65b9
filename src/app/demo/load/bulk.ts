/** Loading millions of rows is quicker without indexes and foreign keys: they are taken off and put back from the catalog. */
import type pg from 'pg';

interface Definition {
  table: string;
  name: string;
  /** What makes it again. */
  text: string;
  kind: 'foreign key' | 'key' | 'index';
}

const constraintsOf = `
  select conrelid::regclass::text as table, quote_ident(conname) as name,
    case contype when 'f' then 'foreign key' else 'key' end as kind,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
  from pg_constraint
  where contype in ('p', 'u', 'f') and conparentid = 0 and (conrelid = any($1::regclass[]) or (contype = 'f' and confrelid = any($1::regclass[]))
    or conrelid in (select inhrelid from pg_inherits where inhparent = any($1::regclass[])))
  order by contype = 'f', conrelid, conname`;
const indexesOf = `
  select indrelid::regclass::text as table, indexrelid::regclass::text as name, 'index' as kind,
    pg_get_indexdef(indexrelid) as text
  from pg_index
  where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by indrelid, indexrelid`;

/**
 * Takes off every index, key, foreign key and trigger of these empty tables, inside the caller's transaction, and answers how
 * to put them back. The tables are emptied again first, so that COPY may write rows that need no later freezing.
 */
export async function unburden(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  await client.query("set local maintenance_work_mem = '256MB'");
  const constraints = (await client.query<Definition>(constraintsOf, [tables])).rows;
  const indexes = (await client.query<Definition>(indexesOf, [tables])).rows;
  const foreign = constraints.filter(({ kind }) => kind === 'foreign key');
  const keys = constraints.filter(({ kind }) => kind === 'key');
  for (const { table, name } of [...foreign, ...keys])
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  // What follows a row by a trigger would look for another without an index; nobody has seen these rows before.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(', ')}`);
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const { text } of [...keys, ...indexes, ...foreign]) await client.query(text);
  };
}
