import pg from 'pg';
import { commonColumns } from './common-columns.ts';
import { describedTables } from './tables.ts';

interface Described {
  table: string;
  /** `v` is a view. */
  kind: string;
  /** Null: the table itself. */
  column: string | null;
  comment: string | null;
}

/** Tables, views and columns of the schema, each with its comment. */
const catalogue = `
  select c.relname as "table", c.relkind as kind, null as "column", obj_description(c.oid, 'pg_class') as comment
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  union all
  select c.relname, c.relkind, a.attname, col_description(c.oid, a.attnum)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  order by 1, 3 nulls first`;

/** Comment of a table or column; undefined where only its migration has it. */
function meaningOf(table: string, column: string | null): string | undefined {
  const known = describedTables[table];
  return column === null ? known?.is : (known?.columns?.[column] ?? commonColumns[column]);
}

/** Comments of the catalogue for every table and column. */
export const readCatalogue = async (client: pg.ClientBase): Promise<Described[]> =>
  (await client.query<Described>(catalogue)).rows;

/**
 * Writes the meaning of every table and column into the database, where an analyst's tool shows it. Only what differs is
 * written, so a start that changes nothing writes nothing.
 */
export async function comment(client: pg.ClientBase): Promise<number> {
  const statements = (await readCatalogue(client)).flatMap(({ table, kind, column, comment: known }) => {
    const meaning = meaningOf(table, column);
    if (meaning === undefined || meaning === known) return [];
    const name = pg.escapeIdentifier(table);
    const target =
      column === null
        ? `${kind === 'v' ? 'view' : 'table'} ${name}`
        : `column ${name}.${pg.escapeIdentifier(column)}`;
    return [`comment on ${target} is ${pg.escapeLiteral(meaning)}`];
  });
  // Sent as one message without values, they are one transaction.
  if (statements.length) await client.query(statements.join(';\n'));
  return statements.length;
}
