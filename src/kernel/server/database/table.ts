/** The five handlers of a master with one table. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { MasterCore } from '#kernel/contract/master.ts';
import { type PageAsked, counted } from './count.ts';
import type { Tx } from './database.ts';
import type { Context, Handlers } from '../http/implement.ts';
import { emitOf } from '../live/event.ts';
import { type Conditions, type FilterOf, narrow } from './narrow.ts';
import { nameHas } from './search.ts';
import { Fragment, empty, join, name, quoted, settled, sql, where } from './sql.ts';

interface Table {
  domain: string;
  table: string;
  /** Field on the wire → column; id and uId are added. */
  columns: Readonly<Record<string, string>>;
  /** Field used as dropdown label, search target and sort order. */
  label?: string;
  /** The default order, where it is not by the label. */
  sort?: string;
  /** Wire field → expression in a row; refers to the table by its name. */
  shows?: Readonly<Record<string, Fragment>>;
  /** Additional search targets: columns, expressions, or names of referenced rows. */
  search?: readonly (string | Fragment | Pointed)[];
  /** Phone numbers and addresses: the event log records that they changed, never their values (see `Events`). */
  contacts?: readonly string[];
  /** The rows of the table that belong to the master, where not all do. */
  only?: Fragment;
  /** Rules before a row is written; answers the draft as it shall be written, or refuses. */
  prepare?: (draft: Row, context: Context, before?: Row) => Row | Promise<Row>;
  /** Before an active row is deactivated without `isConfirmed`: fails with its dependents. */
  beforeOff?: (id: number, context: Context) => Promise<void>;
  /** What belongs to the row but is stored elsewhere, after it was written. */
  finish?: (id: number, draft: Row, context: Context) => Promise<void>;
}
/** A column `by` that references the table `of`; the search uses its `name` unless another is set. */
interface Pointed {
  by: string;
  of: string;
  name?: Fragment;
}
// Rows and drafts differ from master to master; the contract's schemas check both on the way in and out.
type Row = Record<string, unknown>;
interface Query extends PageAsked {
  q?: string;
  sort?: string;
  isActive?: boolean;
  ids?: number[];
}

const hidden = '***';
/** A dropdown shows this many; with more it is searched in. */
const mostChoices = 200;

export const byKey = (key: string): Fragment =>
  /^\d+$/.test(key) ? sql`id = ${Number(key)}` : sql`u_id = ${key}::uuid`;

/** The number of the row a path key names. */
export async function idOf(tx: Tx, table: string, key: string): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`select id from ${name(table)} where ${byKey(key)}`);
  if (!row) throw new Failure('NOT_FOUND');
  return row.id;
}

/** `limit … offset …` of a list query. */
export const paged = ({ page = 1, size = 100 }: Query): Fragment =>
  sql`limit ${size} offset ${(page - 1) * size}`;

/** Filters handled by `tableHandlers`. */
type Common = 'q' | 'isActive' | 'ids';
type OwnFilter<M extends MasterCore> = Exclude<FilterOf<M['list']>, Common>;
/** Conditions of the master's filters, by contract name. */
type Narrowed<M extends MasterCore> = [OwnFilter<M>] extends [never]
  ? { filters?: never }
  : { filters: Conditions<M['list'], OwnFilter<M>> };

export function tableHandlers<M extends MasterCore>(spec: Table & Narrowed<M>): Handlers<M> {
  const { domain, table, columns, label = 'id', shows = {}, search = [], contacts = [] } = spec;
  const from = name(table);
  const all: Record<string, string> = { id: 'id', uId: 'u_id', updatedAt: 'updated_at', ...columns };
  const column = (field: string): Fragment => name(`${table}.${all[field] ?? field}`);
  const shown = Object.entries(shows).map(([field, what]) => sql`${what} as ${quoted(field)}`);
  const own = Object.keys(all).map((field) => sql`${column(field)} as ${quoted(field)}`);
  const selected = settled(join([...own, ...shown]));
  const labelled = column(label);
  const searched = [...(spec.label ? [labelled] : []), ...search];
  const holds = (one: string | Fragment | Pointed, word: string): Fragment => {
    if (typeof one === 'string') return nameHas(name(`${table}.${one}`), word);
    if (one instanceof Fragment) return nameHas(one, word);
    const pointedAt = sql`select id from ${name(one.of)} where ${nameHas(one.name ?? sql`name`, word)}`;
    return sql`${name(`${table}.${one.by}`)} = any(array(${pointedAt}))`;
  };

  const found = (q: string): Fragment => {
    const ways = searched.map((one) => holds(one, q));
    if (q.length < 3) return sql`(${join(ways, ' or ')})`;
    // Each alternative uses its index; the planner would otherwise scan every row.
    const byIndex = ways.map((way) => sql`select id from ${from} where ${way}`);
    return sql`${column('id')} = any(array(${join(byIndex, ' union ')}))`;
  };
  const conditions = (query: Query): Fragment => {
    const { q = '', isActive, ids } = query;
    return where([
      q !== '' && found(q),
      isActive !== undefined && sql`${column('is_active')} = ${isActive}`,
      ids && sql`${column('id')} = any(${ids})`,
      spec.only,
      ...narrow(query as never, (spec.filters ?? {}) as Conditions<Endpoint>),
    ]);
  };
  const ordered = (sort = spec.sort ?? label): Fragment => {
    const way = sort.startsWith('-') ? sql`desc` : empty;
    // One direction for both, so one index serves both orders.
    const field = sort.replace(/^-/, '');
    // Names are sorted ignoring case; the unique index on lower(name) serves this order too.
    const key = field === label ? sql`lower(${column(field)})` : column(field);
    return sql`order by ${key} ${way}, ${column('id')} ${way}`;
  };
  const find = (tx: Tx, key: string, lock: Fragment = empty): Promise<Row> =>
    tx.one<Row>(sql`select ${selected} from ${from} where ${byKey(key)} ${lock}`).then((row) => {
      if (!row) throw new Failure('NOT_FOUND');
      return row;
    });
  const given = (draft: Row): [string, unknown][] =>
    Object.entries(draft).filter(([field, value]) => field in columns && value !== undefined);
  const told = (values: readonly [string, unknown][]): Row =>
    Object.fromEntries(values.map(([field, value]) => [field, contacts.includes(field) ? hidden : value]));

  /** What is not active any more is offered only where it is chosen already. */
  const offered = (query: Query): Query =>
    'isActive' in columns && !query.ids ? { ...query, isActive: true } : query;

  const handlers = {
    async list(query: Query, { tx }: Context) {
      const filter = conditions(query);
      const order = ordered(query.sort);
      const page = sql`${filter} ${order} ${paged(query)}`;
      // For later pages and computed fields the ids are selected first.
      const isPlain = shown.length === 0 && (query.page ?? 1) === 1;
      const byIds = sql`where ${column('id')} = any(array(select id from ${from} ${page})) ${order}`;
      const rows = isPlain ? page : byIds;
      return counted(tx, query, sql`from ${from} ${filter}`, () =>
        tx.rows<Row>(sql`select ${selected} from ${from} ${rows}`),
      );
    },
    one: ({ id }: { id: string }, { tx }: Context) => find(tx, id),
    async create(sent: Row, context: Context) {
      const { tx, emit } = context;
      const draft = (await spec.prepare?.(sent, context)) ?? sent;
      const values = given(draft);
      const made = await tx.one<{ id: number }>(sql`
        insert into ${from} (${join(values.map(([field]) => name(columns[field] ?? field)))})
        values (${join(values.map(([, value]) => sql`${value}`))}) returning id`);
      if (!made) throw new Error(`${table}: nothing inserted`);
      await spec.finish?.(made.id, draft, context);
      emitOf(emit, domain)('created', { id: made.id, facts: { after: told(values) } });
      return find(tx, String(made.id));
    },
    async edit({ id, updatedAt, isConfirmed, ...sent }: Row & { id: string }, context: Context) {
      const { tx, emit } = context;
      const before = await find(tx, id, sql`for no key update of ${from}`);
      if (updatedAt !== undefined && updatedAt !== before.updatedAt) throw new Failure('CHANGED_MEANWHILE');
      if (before.isActive === true && sent.isActive === false && isConfirmed !== true)
        await spec.beforeOff?.(before.id as number, context);
      const draft = (await spec.prepare?.(sent, context, before)) ?? sent;
      const values = given(draft).filter(([field, value]) => !isSame(before[field], value));
      const sets = values.map(([field, value]) => sql`${name(columns[field] ?? field)} = ${value}`);
      await tx.run(sql`
        update ${from} set ${join([...sets, sql`updated_at = now()`])} where id = ${before.id}`);
      await spec.finish?.(before.id as number, draft, context);
      const was = values.map(([field]): [string, unknown] => [field, before[field]]);
      emitOf(emit, domain)('updated', {
        id: before.id as number,
        facts: { before: told(was), after: told(values) },
      });
      return find(tx, String(before.id));
    },
    dropdown: (query: Query, { tx }: Context) =>
      tx.rows<Row>(sql`
        select ${column('id')} as id, ${labelled} as name from ${from}
        ${conditions(offered(query))} ${ordered()} limit ${mostChoices}`),
  };
  Object.assign(handlers.list, { master: { domain, table, columns } });
  return handlers as unknown as Handlers<M>;
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
