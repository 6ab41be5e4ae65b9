/** What keeps each row right is taken away while rows come by the million, and made again over all of them. */
import type pg from 'pg';

/** Building them over all rows takes a part of what keeping each up to date row by row takes. */
const BUILDING = `set local maintenance_work_mem = '256MB'`;

const all = (client: pg.Client, statements: readonly string[]) => client.query(statements.join(';\n'));

interface Constraint {
  table: string;
  name: string;
  definition: string;
}
const foreignKeys = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`;

interface Index extends Constraint {
  index: string;
  /** It is there because a constraint promises something. */
  isPromise: boolean;
  /** Of a table in partitions: each of them has its part of it. */
  isWhole: boolean;
  /** The index of the whole table that it is a part of. */
  whole: string | null;
}
/**
 * All indexes, those of parts before those of the whole. One that a view or the planner's settings hang on stays; of a
 * promise, PostgreSQL says all but the storage of its index.
 */
const indexes = `
  select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as index, quote_ident(x.relname) as name,
    k.oid is not null as "isPromise", x.relkind = 'I' as "isWhole", h.inhparent::regclass::text as whole,
    coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)) as definition
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')
    left join pg_inherits h on h.inhrelid = i.indexrelid
  where c.relnamespace in ('public'::regnamespace, to_regnamespace('months')) and c.relkind in ('r', 'p', 'm')
    and c.relname <> 'migration' and not (k.oid is not null and x.reloptions is not null)
    and not exists (select from pg_depend d where d.classid = 'pg_rewrite'::regclass
      and d.refclassid = 'pg_constraint'::regclass and d.refobjid = k.oid)
  order by "isWhole", 1, 2`;

const dropped = ({ table, name, index, isPromise }: Index): string =>
  isPromise ? `alter table ${table} drop constraint ${name}` : `drop index ${index}`;
/** PostgreSQL says `on only` of an index of a whole by itself. */
const made = ({ table, name, isPromise, isWhole, definition }: Index): string =>
  isPromise
    ? `alter table ${isWhole ? 'only ' : ''}${table} add constraint ${name} ${definition}`
    : definition;

/**
 * Rows come table by table, so foreign keys are taken away and, with all rows there, made and checked again;
 * triggers would write what the backup brings anyway. Indexes are built over the rows, those of keys too: a key of
 * random numbers, kept row by row, is slower than all else together. Rows that migrations bring are in the backup too.
 */
export async function suspendChecks(client: pg.Client): Promise<() => Promise<void>> {
  const keys = await client.query<Constraint>(foreignKeys);
  const tables = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migration'`);
  const built = await client.query<Index>(indexes);
  await all(client, [
    ...keys.rows.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    // What is a part goes with its whole.
    ...built.rows.filter(({ whole }) => whole === null).map(dropped),
    ...tables.rows.map(({ name }) => `alter table ${name} disable trigger user; delete from ${name}`),
  ]);
  return async () => {
    await all(client, [
      BUILDING,
      ...built.rows.map(made),
      ...built.rows.flatMap(({ index, whole }) =>
        whole === null ? [] : [`alter index ${whole} attach partition ${index}`],
      ),
      ...tables.rows.map(({ name }) => `alter table ${name} enable trigger user`),
      ...keys.rows.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ]);
  };
}
