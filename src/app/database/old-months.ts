/**
 * Archives expired months in two phases. The first writes a month to an encrypted file and records its hash in the
 * audit log. A later one detaches it quickly, once that note is chained and anchored, the file was verified and the
 * rows are unchanged; never a month under a hold. Each phase is one transaction: a backup has the month or its note.
 */
import pg from 'pg';
import type { Events } from '#kernel/contract/events/events.ts';
import { type Database, type Tx, txOn } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { KeptMonths } from '#kernel/server/slots.ts';
import {
  type MonthFile,
  fillFrom,
  isSame,
  measure,
  monthFiles,
  readWhole,
  writeMonth,
} from './month-files.ts';
import { LOCKED, LOCK_MS, MAKING_MS, MONTHS_TURN, makeLikeMonths } from './months.ts';

interface Old {
  name: string;
  bound: string;
  since: string;
  until: string;
}

/** An id range finishes where the next month's starts. */
const old = `
  select p.relname as name, pg_get_expr(p.relpartbound, p.oid) as bound,
    coalesce(b.since, case when k.is_numbered then '0' else '-infinity' end) as since, b.until
  from pg_inherits i join pg_class p on p.oid = i.inhrelid
    cross join lateral (select substring(pg_get_expr(p.relpartbound, p.oid) from $$FROM \\('([^']+)'\\)$$) as since,
      substring(pg_get_expr(p.relpartbound, p.oid) from $$ TO \\('([^']+)'\\)$$) as until) b
    cross join lateral (select a.atttypid = 'bigint'::regtype as is_numbered from pg_partitioned_table t
      join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0] where t.partrelid = i.inhparent) k
  where i.inhparent = $1::regclass
    and case when k.is_numbered then to_date(left(b.until, 6), 'YYYYMM')::timestamp at time zone 'Asia/Kolkata'
      else b.until::timestamptz end <= $2::timestamptz - make_interval(months => $3) order by b.until`;

export interface Place {
  database: Database;
  store: FileStore;
}

/** Returns the archived names. Idempotent across nodes. */
export async function takeOffMonths(
  { database, store }: Place,
  rules: readonly KeptMonths[],
  now: Date,
): Promise<string[]> {
  const gone: string[] = [];
  for (const rule of rules) {
    const { rows } = await lent(database, (client) => client.query<Old>(old, [rule.table, now, rule.months]));
    for (const month of rows)
      if (await lent(database, (client) => within(client, () => oneTurn(client, store, rule, month, now))))
        gone.push(month.name);
  }
  return gone;
}

/** One that failed in the middle of a COPY is closed, which undoes what it did. */
export async function lent<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.connect();
  try {
    const done = await work(client);
    client.release();
    return done;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** False: lock conflict, and the next run is soon enough. */
async function within(client: pg.PoolClient, work: () => Promise<boolean>): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_MS}`);
    await client.query(`select pg_advisory_xact_lock(${MONTHS_TURN})`);
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === LOCKED)) throw error;
    await client.query('rollback');
    return false;
  }
}

const isThere = async (client: pg.PoolClient, own: string): Promise<boolean> =>
  (await client.query(`select from pg_class where oid = to_regclass($1) and relispartition`, [own]))
    .rowCount === 1;

/** Whether it is archived now. */
async function oneTurn(
  client: pg.PoolClient,
  store: FileStore,
  { table, isHeld }: KeptMonths,
  { name, bound, since, until }: Old,
  now: Date,
): Promise<boolean> {
  const own = `months.${pg.escapeIdentifier(name)}`;
  if (!(await isThere(client, own))) return false;
  // Its rows are unchanged until it is detached; other months stay writable.
  await client.query('select lock_month($1, $2)', [table, name]);
  const tx = txOn(client);
  const held = await tx.one<{ is: boolean }>(sql`select ${isHeld(since, until, now)} as is`);
  if (held?.is) return false;
  const [written] = await monthFiles(tx, sql`name = ${name} and left_at is null`);
  if (written && !(await isAnchored(tx, written))) return false;
  if (written && (await isWhole(client, store, own, written))) {
    // A writer of the table may be queued for this month already, with the lock that is needed now.
    await client.query(`set local lock_timeout = ${MAKING_MS}`);
    await client.query('select take_off_month($1, $2)', [table, name]);
    const { notedBy: _, isAway: __, readAt: ___, ...facts } = written;
    await note(client, 'system.month-archived', facts);
    return true;
  }
  const columns = await columnsOf(client, own);
  const made = await writeMonth(client, store, own, columns);
  await note(client, 'system.month-written', { table, name, bound, columns, ...made });
  return false;
}

/** Its note is chained, and an anchor with an external key covers the chain up to it. */
const isAnchored = async (tx: Tx, { notedBy }: MonthFile): Promise<boolean> =>
  (await tx.one(sql`
    select from event_seal s where s.event_id = ${notedBy} and exists (select from audit_anchor a where a.n >= s.n)`)) !==
  undefined;

/** The file is readable and matches the rows. A mismatching one is rewritten under another name. */
async function isWhole(
  client: pg.PoolClient,
  store: FileStore,
  own: string,
  written: MonthFile,
): Promise<boolean> {
  const read = (await store.has(written.file)) && (await readWhole(store, written));
  if (!read || !isSame(read, written)) return false;
  return isSame(written, await measure(client, own, written.columns));
}

/** Restores an archived month; a file other than the noted one is rejected. */
export async function bringMonthBack({ database, store }: Place, name: string): Promise<number> {
  const [kept] = await monthFiles(database, sql`name = ${name} and left_at is not null`);
  if (!kept) throw new UnknownMonth(name);
  const isBack = await lent(database, (client) => within(client, () => bringBack(client, store, kept)));
  if (!isBack) throw new UnknownMonth(name);
  return kept.rows;
}
/** The month is not archived, was restored, or its table is locked. */
export class UnknownMonth extends Error {}
/** The file is not the one that was noted. */
export class ChangedMonth extends Error {}

async function bringBack(client: pg.PoolClient, store: FileStore, kept: MonthFile): Promise<boolean> {
  const table = pg.escapeIdentifier(kept.table);
  const own = `months.${pg.escapeIdentifier(kept.name)}`;
  if (await isThere(client, own)) return false;
  await makeLikeMonths(client, kept.table, own);
  if (!isSame(await fillFrom(store, kept, client, own), kept)) throw new ChangedMonth(kept.name);
  await client.query(`alter table ${table} attach partition ${own} ${kept.bound}`);
  await note(client, 'system.month-returned', { name: kept.name, rows: kept.rows });
  return true;
}

const columnsOf = async (client: pg.PoolClient, own: string): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [own],
    )
  ).rows.map(({ name }) => name);

const note = <T extends 'system.month-written' | 'system.month-archived' | 'system.month-returned'>(
  client: pg.PoolClient,
  type: T,
  facts: Events[T],
): Promise<unknown> =>
  client.query(`insert into event (type, domain, facts) values ($1, 'system', $2)`, [type, facts]);
