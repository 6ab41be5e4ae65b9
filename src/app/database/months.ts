/**
 * Tables partitioned by month: future months are created in advance. A row of a missing month goes to the default
 * partition, and is moved when the month is created. Partitions are in the schema `months`; the catalogue lists them.
 * A table queried by id is partitioned by id ranges: each month has a range, and the sequence jumps to it when the
 * month starts; because it only jumps to existing months, such a table needs no default partition.
 */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { businessDay } from '#kernel/server/operation/clock.ts';

/** Number of complete months created in advance. */
const AHEAD = 3;
export const LOCK_MS = 2000;
/** PostgreSQL detects deadlocks after a second: month maintenance yields earlier, so that no user's request fails. */
export const MAKING_MS = 500;
/** In all, of a table that many others refer to. */
const JOINING_MS = 900;
export const LOCKED = '55P03';
const LATE = '57014';
/** Advisory lock: month maintenance is serialised. */
export const MONTHS_TURN = 7062;

/** A partition, with its bounds in PostgreSQL's notation. */
export interface Month {
  table: string;
  name: string;
  bound: string;
}

/** All existing months: a backup includes them, so that restored rows are in the same partitions. */
export const monthsNow = async (client: pg.ClientBase): Promise<Month[]> =>
  (
    await client.query<Month>(`
      select i.inhparent::regclass::text as table, p.oid::regclass::text as name, pg_get_expr(p.relpartbound, p.oid) as bound
      from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where p.relnamespace = to_regnamespace('months') and p.relkind = 'r' order by 1, 2`)
  ).rows;

/** Includes indexes impossible on the parent, such as a unique one per month. */
const likeFirst = (own: string, first: string): string =>
  `create table ${own} (like ${first} including defaults including constraints including indexes)`;

/** An empty table like the months of `table`, not yet attached to it. */
export async function makeLikeMonths(client: pg.ClientBase, table: string, own: string): Promise<void> {
  const { rows } = await client.query<Parent>(parents);
  const first = rows.find(({ name }) => name === table)?.first;
  if (!first) throw new Error(`${table} has no months`);
  await client.query(likeFirst(own, first));
}

/** Replaces the existing, empty partitions. */
export async function putMonths(client: pg.ClientBase, months: readonly Month[]): Promise<void> {
  if (months.length === 0) return;
  const { rows } = await client.query<Parent>(parents);
  const pattern = (table: string): string => `months.${pg.escapeIdentifier(`${table}_pattern`)}`;
  for (const { name, first } of rows) await client.query(likeFirst(pattern(name), first));
  // What a foreign key refers to is not dropped as it is.
  for (const { table, name } of await monthsNow(client))
    await client.query(`alter table ${table} detach partition ${name}; drop table ${name}`);
  for (const { table, name, bound } of months)
    await client.query(
      `${likeFirst(name, pattern(table))}; alter table ${table} attach partition ${name} ${bound}`,
    );
  for (const { name } of rows) await client.query(`drop table ${pattern(name)}`);
}

interface Parent {
  name: string;
  /** The partition of the earliest rows: all others are as it is. */
  first: string;
  /** Its months are ranges of numbers. */
  isNumbered: boolean;
  /** First missing month, such as 2027-01. */
  next: string;
}

const parents = `
  select c.relname as name, n.is as "isNumbered", p.first,
    case when n.is then substr(p.until, 1, 4) || '-' || substr(p.until, 5, 2)
      else to_char(p.until::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM') end as next
  from pg_class c join pg_partitioned_table t on t.partrelid = c.oid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = t.partattrs[0]
    cross join lateral (select a.atttypid = 'bigint'::regtype as is) n
    cross join lateral (
      select (array_agg(i.inhrelid::regclass::text order by b.until))[1] as first, max(b.until) as until
      from pg_inherits i join pg_class own on own.oid = i.inhrelid
        cross join lateral (select substring(pg_get_expr(own.relpartbound, own.oid) from $$ TO \\('([^']+)'\\)$$) as until) b
      where i.inhparent = c.oid) p
  where c.relnamespace = 'public'::regnamespace order by 1`;

const monthOf = (at: Date): string => businessDay(at).slice(0, 7);
const suffix = (month: string): string => month.replace('-', '_');
/** A month has room for a thousand million rows. */
const firstNumber = (month: string): string => `${month.replace('-', '')}000000000`;
/** Lower bound of a month in SQL: a time in India, or an id. */
const beginOf = ({ isNumbered }: Parent, month: string): string =>
  isNumbered ? firstNumber(month) : `${month}-01 00:00:00+05:30`;
function after(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Creates the functions with the owner's rights that create and detach months (month-functions.sql). */
export const makeMonthFunctions = async (client: pg.ClientBase): Promise<unknown> =>
  client.query(await readFile(new URL('month-functions.sql', import.meta.url), 'utf8'));

/** Creates missing months up to three in advance, and returns their names. Idempotent across nodes. */
export async function makeMonths(client: pg.ClientBase, now: Date, ahead = AHEAD): Promise<string[]> {
  const made: string[] = [];
  const until = after(monthOf(now), ahead);
  for (const parent of (await client.query<Parent>(parents)).rows) {
    for (let month = parent.next; month <= until; month = after(month, 1)) {
      const isMade = await makeMonth(client, parent, month);
      // The next run continues after the last month: a skipped one would be missing permanently.
      if (isMade === undefined) break;
      if (isMade) made.push(`${parent.name}_${suffix(month)}`);
    }
    if (parent.isNumbered) await inTurn(client, () => beginMonth(client, parent, monthOf(now)));
  }
  return made;
}

/** By the database clock, common to all nodes: sequences never decrease. */
export async function makeMonthsAhead(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ now: string }>('select now()');
  return makeMonths(client, new Date(rows[0]?.now ?? Date.now()));
}

/**
 * Serialised, in a transaction with a short lock timeout: a queued lock blocks others, and the next run is soon
 * enough.
 */
async function inTurn<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T | undefined> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${MAKING_MS}`);
    await client.query(`select pg_advisory_xact_lock(${MONTHS_TURN})`);
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && (error.code === LOCKED || error.code === LATE)) return undefined;
    throw error;
  }
}

/** Advances the sequence of a table to the range of the month, once. */
const beginMonth = (client: pg.ClientBase, { name }: Parent, month: string): Promise<unknown> =>
  // An id allocated between the comparison and the update belongs to the previous month.
  client.query('select begin_month($1, $2, $3)', [name, `${name}_${suffix(month)}`, firstNumber(month)]);

/** False if the month exists already; undefined if a lock timeout cancelled it. The database runs it with the owner's rights. */
async function makeMonth(client: pg.ClientBase, parent: Parent, month: string): Promise<boolean | undefined> {
  const { name } = parent;
  const own = `${name}_${suffix(month)}`;
  const [from, to] = [month, after(month, 1)].map((one) => beginOf(parent, one));
  return inTurn(client, async () => {
    const { rows } = await client.query<{ isMade: boolean }>(
      'select make_month($1, $2, $3, $4) as "isMade"',
      [name, own, from, to],
    );
    if (!rows[0]?.isMade) return false;
    await client.query(`set local statement_timeout = ${JOINING_MS}`);
    await client.query('select join_month($1, $2, $3, $4)', [name, own, from, to]);
    return true;
  });
}
