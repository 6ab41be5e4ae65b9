import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';
import { clearReport, makeReport } from '#contexts/reporting/server/analysts/report.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { startupText } from '#text/en/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';
import { comment } from './comment.ts';

const folder = new URL('../../kernel/server/db/migrations/', import.meta.url);

/** Names of the migrations this program brings, in order. */
export async function ownMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
}

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

async function readMigration(name: string): Promise<Migration> {
  const text = await readFile(new URL(name, folder), 'utf8');
  // CRLF and LF give the same checksum.
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { name, text, checksum };
}

/**
 * Brings a database up to this program: applies what is missing, each file in its own transaction, one process at a time,
 * and answers the names applied. What tables and columns mean and the analysts' views follow.
 * A database that is ahead of this program is refused: an older program must not write to it. So is one that an applied
 * file was changed for afterwards: its schema would be unknown. `lockMs`: how long it waits for others; without end when absent.
 */
export async function migrate(database: Database, o: { lockMs?: number } = {}): Promise<string[]> {
  const client = await database.connect();
  try {
    await client.query("select set_config('lock_timeout', $1, false)", [String(o.lockMs ?? 0)]);
    await client.query('select pg_advisory_lock(7060)');
    await prepare(client);
    const own = await Promise.all((await ownMigrations()).map(readMigration));
    const missing = await missingOf(client, own);
    if (missing.length > 0) await clearReport(client);
    for (const one of missing) await apply(client, one);
    await comment(client);
    await makeReport(client);
    return missing.map(({ name }) => name);
  } finally {
    await client
      .query('select pg_advisory_unlock(7060), set_config($1, $2, false)', ['lock_timeout', '0'])
      .catch(() => undefined);
    client.release();
  }
}

async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, at timestamptz default now(), checksum text)',
  );
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'checksum'`,
  );
  // Only where it is missing: the lock it takes would wait for a backup.
  if (rowCount === 0) await client.query('alter table migration add column checksum text');
}

async function missingOf(client: pg.ClientBase, own: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from migration order by name',
  );
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const ahead = rows.map(({ name }) => name).filter((name) => !own.some((one) => one.name === name));
  if (ahead.length) throw new Error(`The database is newer than this program (${ahead.join(', ')}).`);
  const changed = own.find(({ name, checksum }) => (known.get(name) ?? checksum) !== checksum);
  if (changed) throw new StartupFailure(startupText.migrationChanged(changed.name));
  // Applied before there were checksums, or brought back by a restore.
  for (const { name, checksum } of own.filter(({ name }) => known.get(name) === null))
    await client.query('update migration set checksum = $2 where name = $1', [name, checksum]);
  return own.filter(({ name }) => !known.has(name));
}

async function apply(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
