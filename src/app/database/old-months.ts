/**
 * Months whose time is over leave the database: written to a sealed file first, noted with its hash in the audit log, and
 * taken off in a moment. Never one that a hold touches. All of it is one transaction, so that a backup has the month or its note.
 */
import { createHash, randomUUID } from 'node:crypto';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Events } from '#kernel/contract/events/events.ts';
import { type Database, txOn } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { FileStore } from '#kernel/server/providers/files/port.ts';
import type { KeptMonths } from '#kernel/server/slots.ts';
import { LOCKED, LOCK_MS, MONTHS_TURN } from './months.ts';

interface Old {
  name: string;
  bound: string;
  since: string;
  until: string;
}
type Archived = Events['system.month-archived'];

const old = `
  select p.relname as name, pg_get_expr(p.relpartbound, p.oid) as bound, coalesce(b.since, '-infinity') as since, b.until
  from pg_inherits i join pg_class p on p.oid = i.inhrelid
    cross join lateral (select substring(pg_get_expr(p.relpartbound, p.oid) from $$FROM \\('([^']+)'\\)$$) as since,
      substring(pg_get_expr(p.relpartbound, p.oid) from $$ TO \\('([^']+)'\\)$$) as until) b
  where i.inhparent = $1::regclass and b.until::timestamptz <= $2::timestamptz - make_interval(months => $3) order by b.until`;

interface Place {
  database: Database;
  store: FileStore;
}

/** Answers the names of what was taken off. Safe on every node at once. */
export async function takeOffMonths(
  { database, store }: Place,
  rules: readonly KeptMonths[],
  now: Date,
): Promise<string[]> {
  const gone: string[] = [];
  for (const rule of rules) {
    const { rows } = await lent(database, (client) => client.query<Old>(old, [rule.table, now, rule.months]));
    for (const month of rows)
      if (await lent(database, (client) => within(client, () => takeOff(client, store, rule, month, now))))
        gone.push(month.name);
  }
  return gone;
}

/** One that failed in the middle of a COPY is closed, which undoes what it did. */
async function lent<T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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

/** False: somebody else holds what it needs, and the next turn is soon enough. */
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

async function takeOff(
  client: pg.PoolClient,
  store: FileStore,
  { table, isHeld }: KeptMonths,
  { name, bound, since, until }: Old,
  now: Date,
): Promise<boolean> {
  const own = `months.${pg.escapeIdentifier(name)}`;
  if (!(await isThere(client, own))) return false;
  // Its rows stay as they are until it is gone; all other months go on.
  await client.query(`lock table ${own} in share mode`);
  const held = await txOn(client).one<{ is: boolean }>(sql`select ${isHeld(since, until, now)} as is`);
  if (held?.is) return false;
  const columns = await columnsOf(client, own);
  const copy = client.query(copyTo(`copy ${own} (${listed(columns)}) to stdout`));
  const packed = createGzip();
  const { hash, passed } = hashed();
  const file = `months/${randomUUID()}`;
  await Promise.all([
    pipeline(copy, passed, packed),
    store.put(file, packed, Number.MAX_SAFE_INTEGER).catch((error: unknown) => {
      packed.destroy();
      throw error;
    }),
  ]);
  try {
    await client.query(
      `alter table ${pg.escapeIdentifier(table)} detach partition ${own}; drop table ${own}`,
    );
  } catch (error) {
    // Somebody reads for long: the next turn writes it anew.
    await store.remove(file);
    throw error;
  }
  const facts = { table, name, bound, columns, file, rows: copy.rowCount, sha256: hash.digest('hex') };
  await note(client, 'system.month-archived', facts);
  return true;
}

/** The month as it was, in its place again; a file that is not the one that was noted is refused. */
export async function bringMonthBack({ database, store }: Place, name: string): Promise<number> {
  const kept = await database.one<{ facts: Archived }>(sql`
    select facts from event where type = 'system.month-archived' and facts->>'name' = ${name} order by id desc limit 1`);
  if (!kept) throw new UnknownMonth(name);
  const body = await store.get(kept.facts.file);
  const isBack = await lent(database, (client) => within(client, () => bringBack(client, kept.facts, body)));
  if (!isBack) throw new UnknownMonth(name);
  return kept.facts.rows;
}
/** No such month was taken off, or it is there again, or somebody works on its table. */
export class UnknownMonth extends Error {}
/** The file is not the one that was noted. */
export class ChangedMonth extends Error {}

async function bringBack(
  client: pg.PoolClient,
  kept: Archived,
  body: NodeJS.ReadableStream,
): Promise<boolean> {
  const table = pg.escapeIdentifier(kept.table);
  const own = `months.${pg.escapeIdentifier(kept.name)}`;
  if (await isThere(client, own)) return false;
  await client.query(
    `create table ${own} (like ${table} including defaults including constraints including indexes)`,
  );
  const { hash, passed } = hashed();
  const copy = client.query(copyFrom(`copy ${own} (${listed(kept.columns)}) from stdin`));
  await pipeline(body, createGunzip(), passed, copy);
  if (copy.rowCount !== kept.rows || hash.digest('hex') !== kept.sha256) throw new ChangedMonth(kept.name);
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

const listed = (columns: readonly string[]): string =>
  columns.map((one) => pg.escapeIdentifier(one)).join(', ');

/** The hash of what passes through. */
function hashed(): { hash: ReturnType<typeof createHash>; passed: Transform } {
  const hash = createHash('sha256');
  const passed = new PassThrough();
  passed.on('data', (piece: Buffer) => hash.update(piece));
  return { hash, passed };
}

const note = <T extends 'system.month-archived' | 'system.month-returned'>(
  client: pg.PoolClient,
  type: T,
  facts: Events[T],
): Promise<unknown> =>
  client.query(`insert into event (type, domain, facts) values ($1, 'system', $2)`, [type, facts]);
