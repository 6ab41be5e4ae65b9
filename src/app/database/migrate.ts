import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { clearReport, makeReport } from '#contexts/reporting/server/analysts/report.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { comment } from './schema/comment.ts';
import { grantProgram } from '../operation/program-role.ts';
import { refuseBeforeBaseline } from './schema/baseline.ts';
import {
  type Migration,
  makeList,
  note,
  ownMigrations,
  readMigration,
  statementsOf,
} from './migration-file.ts';

/** A queued table lock blocks every later query: yield, and retry. */
const LOCK_MS = 2000;
const TRIES = 60;
const PAUSE_MS = 1000;
const TURN_MS = 200;
/** Lock timeout or deadlock. */
const HELD_UP = ['55P03', '40P01'];

interface Migrating {
  /** How long it waits for others in all; minutes when absent. */
  lockMs?: number;
  /** Where the files lie, when not those of this program. */
  folder?: URL;
  /** Called once with the number of missing migrations, before the first, because they may be slow. */
  onMissing?(count: number): void;
  /** Before each one, and when it is applied: inside of its transaction where it has one. */
  onBegin?(client: pg.ClientBase): Promise<void>;
  onApplied?(client: pg.ClientBase, name: string): Promise<void>;
}

/**
 * Migrates a database to this program's version: applies missing files, each in a transaction, one process at a time,
 * and returns the applied names. Comments and the analysts' views are updated afterwards. A newer database is
 * accepted until a migration removes something this program needs. A changed applied file is rejected, because its
 * schema would be unclear, and so is one from before the baseline.
 */
export async function migrate(database: Database, o: Migrating = {}): Promise<string[]> {
  const client = await database.connect();
  try {
    await refuseBeforeBaseline(client);
    await takeTurn(client, o.lockMs);
    await makeList(client);
    const own = await Promise.all(
      (await ownMigrations(o.folder)).map((name) => readMigration(name, o.folder)),
    );
    const { missing, isAhead } = await missingOf(client, own);
    if (missing.length > 0) o.onMissing?.(missing.length);
    // Views depend on their columns.
    if (missing.length > 0) await patiently(client, o, 'report', () => clearReport(client));
    for (const one of missing) await apply(client, one, o);
    // The views of the newer program remain.
    if (isAhead) return missing.map(({ name }) => name);
    await comment(client);
    await makeReport(client);
    await grantProgram(client);
    return missing.map(({ name }) => name);
  } finally {
    await client
      .query('select pg_advisory_unlock(7060), set_config($1, $2, false)', ['lock_timeout', '0'])
      .catch(() => undefined);
    client.release();
  }
}

/**
 * Number of this program's migrations missing in the database; read-only. A newer or changed database is rejected.
 */
export async function countMissing(database: Database): Promise<number> {
  const own = await Promise.all((await ownMigrations()).map((name) => readMigration(name)));
  const client = await database.connect();
  try {
    await refuseBeforeBaseline(client);
    const { rows } = await client.query<{ made: boolean }>(
      "select to_regclass('public.migration') is not null as made",
    );
    return rows[0]?.made ? (await missingOf(client, own)).missing.length : own.length;
  } finally {
    client.release();
  }
}

/** Polled: a blocked statement holds a snapshot, which blocks concurrent index builds. */
async function takeTurn(client: pg.ClientBase, lockMs = Infinity): Promise<void> {
  const until = performance.now() + lockMs;
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock(7060) as ours');
    if (rows[0]?.ours) return;
    if (performance.now() > until) throw new Error('another process migrates this database');
    await rest(TURN_MS);
  }
}

async function missingOf(
  client: pg.ClientBase,
  own: readonly Migration[],
): Promise<{ missing: Migration[]; isAhead: boolean }> {
  const { rows } = await client.query<{ name: string; checksum: string; is_contract: boolean }>(
    'select name, checksum, is_contract from migration order by name',
  );
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const ahead = rows.filter(({ name }) => !own.some((one) => one.name === name));
  const gone = ahead.filter(({ is_contract: isContract }) => isContract).map(({ name }) => name);
  if (gone.length > 0) throw new StartupFailure(startupText.databaseNewer(gone.join(', ')));
  const changed = own.find(({ name, checksum }) => (known.get(name) ?? checksum) !== checksum);
  if (changed) throw new StartupFailure(startupText.migrationChanged(changed.name));
  return { missing: own.filter(({ name }) => !known.has(name)), isAhead: ahead.length > 0 };
}

async function apply(client: pg.ClientBase, one: Migration, o: Migrating): Promise<void> {
  try {
    await o.onBegin?.(client);
    if (one.isAlone) await applyAlone(client, one, o);
    else
      await patiently(client, o, one.name, async () => {
        await client.query(one.text);
        await note(client, one);
        await o.onApplied?.(client, one.name);
      });
  } catch (error) {
    if (error instanceof StartupFailure) throw error;
    throw new Error(`Migration ${one.name} failed`, { cause: error });
  }
}

/** One transaction with a short lock timeout, retried. */
async function patiently(
  client: pg.ClientBase,
  o: Migrating,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query('begin');
    try {
      await client.query("select set_config('lock_timeout', $1, true)", [String(o.lockMs ?? LOCK_MS)]);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isHeldUp = error instanceof pg.DatabaseError && HELD_UP.includes(error.code ?? '');
      if (isHeldUp && o.lockMs === undefined && tries >= TRIES)
        throw new StartupFailure(startupText.migrationLocked(name), { cause: error });
      if (!isHeldUp || o.lockMs !== undefined) throw error;
      await rest(PAUSE_MS);
    }
  }
}

const NAMED = /\bindex concurrently if not exists (\w+)\s+on (?:(\w+)\.)?(\w+)/i;

/** Its locks permit writes. An invalid index of a previous attempt is rebuilt. */
async function applyAlone(client: pg.ClientBase, one: Migration, o: Migrating): Promise<void> {
  await client.query("select set_config('lock_timeout', $1, false)", [String(o.lockMs ?? 0)]);
  for (const statement of statementsOf(one)) {
    const [, index, schema = 'public'] = NAMED.exec(statement) ?? [];
    // In the schema of its table.
    if (index) await dropHalfBuilt(client, `${schema}.${index}`);
    await client.query(statement);
  }
  await note(client, one);
  await o.onApplied?.(client, one.name);
}

async function dropHalfBuilt(client: pg.ClientBase, index: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${index}`);
}
