/** The five handlers of a master over one table. */
import type { MasterDomain } from '#contract/events.ts';
import { Failure } from '#contract/kernel/failure.ts';
import type { Master } from '#contract/kernel/master.ts';
import type { Tx } from './database.ts';
import type { Context, Handlers } from './implement.ts';
import { type Fragment, empty, join, name, sql, where } from './sql.ts';

interface Table {
  domain: MasterDomain;
  table: string;
  /** Field on the wire → column; id and uId are added. */
  columns: Readonly<Record<string, string>>;
  /** The field a dropdown shows and a search looks in. */
  label: string;
}
// Rows and drafts differ from master to master; the contract's schemas check both on the way in and out.
type Row = Record<string, unknown>;
interface Query {
  page?: number;
  size?: number;
  q?: string;
  sort?: string;
  isActive?: boolean;
  ids?: number[];
}

export const isKey = (key: string): Fragment =>
  /^\d+$/.test(key) ? sql`id = ${Number(key)}` : sql`u_id = ${key}::uuid`;

/** The number of the row a path key names. */
export async function idOf(tx: Tx, table: string, key: string): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`select id from ${name(table)} where ${isKey(key)}`);
  if (!row) throw new Failure('NOT_FOUND');
  return row.id;
}

/** `limit … offset …` of a list query. */
export const paged = ({ page = 1, size = 100 }: Query): Fragment =>
  sql`limit ${size} offset ${(page - 1) * size}`;

/** How many there are in all: a page that is not full already tells, so most lists need no count of their own. */
export async function countOf(
  { page = 1, size = 100 }: Query,
  got: number,
  ask: () => Promise<number>,
): Promise<number> {
  if (got < size && (got > 0 || page === 1)) return (page - 1) * size + got;
  return ask();
}

/** `%word%` with the wildcards of the word itself made plain. */
export const like = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

export function tableHandlers<M extends Master>({ domain, table, columns, label }: Table): Handlers<M> {
  const from = name(table);
  const all: Record<string, string> = { id: 'id', uId: 'u_id', ...columns };
  const column = (field: string): Fragment => name(all[field] ?? field);
  const selected = join(Object.entries(all).map(([field, col]) => sql`${name(col)} as ${quoted(field)}`));
  const labelled = column(label);

  const conditions = ({ q, isActive, ids }: Query): Fragment =>
    where([
      q !== undefined && q !== '' && sql`${labelled} ilike ${like(q)}`,
      isActive !== undefined && sql`is_active = ${isActive}`,
      ids && sql`id = any(${ids})`,
    ]);
  const ordered = (sort = label): Fragment =>
    sql`order by ${column(sort.replace(/^-/, ''))} ${sort.startsWith('-') ? sql`desc` : empty}, id`;
  const find = (tx: Tx, key: string, lock: Fragment = empty): Promise<Row> =>
    tx.one<Row>(sql`select ${selected} from ${from} where ${isKey(key)} ${lock}`).then((row) => {
      if (!row) throw new Failure('NOT_FOUND');
      return row;
    });
  const given = (draft: Row): [string, unknown][] =>
    Object.entries(draft).filter(([field, value]) => field in columns && value !== undefined);

  const handlers = {
    async list(query: Query, { tx }: Context) {
      const filter = conditions(query);
      const rows = await tx.rows<Row>(
        sql`select ${selected} from ${from} ${filter} ${ordered(query.sort)} ${paged(query)}`,
      );
      const count = await countOf(query, rows.length, async () => {
        const total = await tx.one<{ count: number }>(sql`select count(*) as count from ${from} ${filter}`);
        return total?.count ?? 0;
      });
      return { rows, count };
    },
    one: ({ id }: { id: string }, { tx }: Context) => find(tx, id),
    async create(draft: Row, { tx, emit }: Context) {
      const values = given(draft);
      const row = await tx.one<Row>(sql`
        insert into ${from} (${join(values.map(([field]) => column(field)))})
        values (${join(values.map(([, value]) => sql`${value}`))}) returning ${selected}`);
      if (!row) throw new Error(`${table}: nothing inserted`);
      emit(`${domain}.created`, { id: row.id as number, facts: { after: Object.fromEntries(values) } });
      return row;
    },
    async edit({ id, ...draft }: Row & { id: string }, { tx, emit }: Context) {
      const before = await find(tx, id, sql`for update`);
      const values = given(draft).filter(([field, value]) => before[field] !== value);
      const sets = values.map(([field, value]) => sql`${column(field)} = ${value}`);
      const row = await tx.one<Row>(sql`
        update ${from} set ${join([...sets, sql`updated_at = now()`])} where id = ${before.id} returning ${selected}`);
      const was = Object.fromEntries(values.map(([field]) => [field, before[field]]));
      emit(`${domain}.updated`, {
        id: before.id as number,
        facts: { before: was, after: Object.fromEntries(values) },
      });
      return row;
    },
    dropdown: (query: Query, { tx }: Context) =>
      tx.rows<Row>(
        sql`select id, ${labelled} as name from ${from} ${conditions(query)} ${ordered()} limit 1000`,
      ),
  };
  return handlers as unknown as Handlers<M>;
}

function quoted(field: string): Fragment {
  if (!/^[a-zA-Z]+$/.test(field)) throw new Error(`not a field name: ${field}`);
  return rawName(`"${field}"`);
}
const rawName = (text: string): Fragment =>
  sql(Object.assign([text], { raw: [text] }) as TemplateStringsArray);
