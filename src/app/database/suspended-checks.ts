/** Drops indexes, keys and foreign keys for bulk loads, and recreates them from the catalogue afterwards. */
import type pg from 'pg';

/** Building them at the end is faster than updating them row by row. */
const BUILDING = `set local maintenance_work_mem = '256MB'`;

const all = (client: pg.ClientBase, statements: readonly string[]) => client.query(statements.join(';\n'));

interface Constraint {
  table: string;
  name: string;
  definition: string;
}
const foreignKeys = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f'
    and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by 1, 2`;

interface Index extends Constraint {
  index: string;
  /** It exists because of a constraint. */
  isPromise: boolean;
}
/**
 * Indexes needed by a view or the planner's settings are excluded; PostgreSQL shows constraints without the storage of
 * their index.
 */
const indexes = `
  select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as index, quote_ident(x.relname) as name,
    k.oid is not null as "isPromise", coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)) as definition
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')
  where i.indrelid = any($1::regclass[]) and c.relkind in ('r', 'm') and not (k.oid is not null and x.reloptions is not null)
    and not exists (select from pg_depend d where d.classid = 'pg_rewrite'::regclass
      and d.refclassid = 'pg_constraint'::regclass and d.refobjid = k.oid)
  order by 1, 2`;

const dropped = ({ table, name, index, isPromise }: Index): string =>
  isPromise ? `alter table ${table} drop constraint ${name}` : `drop index ${index}`;
const made = ({ table, name, isPromise, definition }: Index): string =>
  isPromise ? `alter table ${table} add constraint ${name} ${definition}` : definition;

/**
 * Drops every index, key and foreign key of these tables, and foreign keys that reference them, disables their triggers,
 * and returns a function that restores all of it over the rows present then. In the caller's transaction.
 */
export async function suspendChecks(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const keys = (await client.query<Constraint>(foreignKeys, [tables])).rows;
  const built = (await client.query<Index>(indexes, [tables])).rows;
  await all(client, [
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...built.map(dropped),
    ...tables.map((name) => `alter table ${name} disable trigger user`),
  ]);
  return async () => {
    await all(client, [
      BUILDING,
      ...built.map(made),
      ...tables.map((name) => `alter table ${name} enable trigger user`),
      ...keys.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ]);
  };
}
