import { grantProgram } from '#app/operation/program-role.ts';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Events } from '#kernel/contract/events/events.ts';
import { type Tx, txOn } from '#kernel/server/database/database.ts';
import { makeList, note, ownMigrations, plainly, readMigration } from '#app/database/migration-file.ts';
import { LAST_BEFORE, isBeforeBaseline } from '#app/database/schema/baseline.ts';
import { openJobs } from '#app/server/operation/queue.ts';
import { suspendChecks } from '#app/database/suspended-checks.ts';
import { openLog } from '#app/server/operation/log.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { versionOfJobs, type Saved } from './backup.ts';
import {
  BackupReader,
  FORMAT,
  type End,
  type Header,
  type Sequences,
  type TableStart,
} from './backup-file.ts';
import { openBackup } from './backup-keys.ts';
import { Refused } from './refused.ts';

interface Restored extends Saved {
  /** The job queue's tables differ too much to take the waiting jobs over. */
  jobsLeft: boolean;
}

/**
 * Replaces the entire database by the data of `file`, in one transaction: the schema at the time of the backup, its
 * rows, then later migrations. Needs only the database owner's privileges. `vouch` anchors the restored audit chain as
 * valid. An encrypted file is decrypted with `identities`.
 */
export async function restore(
  config: pg.ClientConfig,
  file: string,
  replace = false,
  vouch: (tx: Tx) => Promise<unknown> = async () => undefined,
  identities: readonly string[] = [],
): Promise<Restored> {
  const ready = async (client: pg.Client): Promise<void> => {
    await refuseInUse(client);
    if (!replace) await refuseNotEmpty(client);
    await openFile(file, identities);
  };
  return within(
    config,
    async (client) => {
      const { reader, header } = await openFile(file, identities);
      await newSchema(client, header.migrations);
      return bringAlong(client, reader, header, vouch);
    },
    ready,
  );
}

async function bringAlong(
  client: pg.Client,
  reader: BackupReader,
  header: Header & { file: string },
  vouch: (tx: Tx) => Promise<unknown>,
): Promise<Restored> {
  const restored = await bring(client, reader, header);
  await apply(
    client,
    (await ownMigrations()).filter((name) => !header.migrations.includes(name)),
  );
  await tell(client, header);
  // Phones and borrowers have data unknown to this database.
  await client.query('select new_database_epoch(), cash_numbers_ahead(), no_dues_numbers_ahead()');
  await vouch(txOn(client));
  await grantProgram(client);
  return restored;
}

/** Rows and schema of that time, without later migrations: input of an upgrade rehearsal. */
export const restoreAsItWas = (
  config: pg.ClientConfig,
  file: string,
  identities: readonly string[] = [],
): Promise<Restored> =>
  within(config, async (client) => {
    const { reader, header } = await openFile(file, identities);
    await newSchema(client, header.migrations);
    return bring(client, reader, header);
  });

async function within<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
  ready: (client: pg.Client) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const client = new pg.Client({ ...config, application_name: 'recoup-restore' });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  try {
    // Rejected before anything is created.
    await ready(client);
    const hadJobs = (await versionOfJobs(client)) !== null;
    try {
      return await inPlace(config, client, work);
    } catch (error) {
      if (!hadJobs) await client.query('rollback; drop schema if exists jobs cascade').catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end(); // without the commit, this is a rollback
  }
}

async function inPlace<T>(
  config: pg.ClientConfig,
  client: pg.Client,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // Its tables are created automatically, in separate transactions; they remain empty until the rows are loaded.
  const jobs = await openJobs(config, openLog('/dev/null'));
  await jobs.stop();
  await client.query('begin');
  const done = await work(client);
  await client.query('commit');
  await client.query('analyze');
  return done;
}

const closingTime = 3000;

/** A just closed connection is listed a moment longer: only a lasting one is a running server. */
export async function refuseInUse(client: pg.Client): Promise<void> {
  const until = performance.now() + closingTime;
  for (;;) {
    // A transaction caches the connection list of its first query.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('recoup', 'recoup-jobs')`,
    );
    if (rows.length === 0) return;
    if (performance.now() > until) throw new Refused(toolsText.inUse);
    await new Promise((rest) => setTimeout(rest, 100));
  }
}

/** Every agency has users. */
async function refuseNotEmpty(client: pg.Client): Promise<void> {
  const made = await client.query<{ made: boolean }>(
    `select to_regclass('public.users') is not null as made`,
  );
  if (!made.rows[0]?.made) return;
  const { rows } = await client.query('select from public.users limit 1');
  if (rows.length > 0) throw new Refused(toolsText.notEmpty);
}

async function openFile(
  file: string,
  identities: readonly string[],
): Promise<{ reader: BackupReader; header: Header & { file: string } }> {
  const bytes = createGunzip();
  // A read error fails the stream, seen by the consumer.
  void pipeline(await openBackup(file, identities), bytes).catch(() => undefined);
  const reader = new BackupReader(bytes);
  const header = (await reader.entry().catch(() => undefined)) as Header | undefined;
  if (header?.format !== FORMAT) throw new Refused(toolsText.notABackup(file));
  if (header.migrations.some(isBeforeBaseline))
    throw new Refused(toolsText.backupBeforeBaseline(file, LAST_BEFORE));
  const own = await ownMigrations();
  const ahead = header.migrations.filter((name) => !own.includes(name));
  if (ahead.length > 0) throw new Refused(toolsText.backupIsNewer(ahead.join(', ')));
  return { reader, header: { ...header, file } };
}

/** The schema after `migrations`. */
async function newSchema(client: pg.Client, migrations: string[]): Promise<void> {
  await client.query('drop schema public cascade; create schema public');
  await makeList(client);
  await apply(client, migrations);
}

/** Replaces the existing rows by those of a backup. */
async function bring(
  client: pg.Client,
  reader: BackupReader,
  { file, jobsVersion }: Header & { file: string },
): Promise<Restored> {
  const jobsLeft = jobsVersion !== null && jobsVersion !== (await versionOfJobs(client));
  await client.query('delete from jobs.job; delete from jobs.queue');
  const saved = await fill(client, reader, jobsLeft).catch((error: unknown) => {
    const rule = ruleBroken(error);
    if (rule) throw new Refused(toolsText.rowsUnfit(file, rule), { cause: error });
    throw isAboutFile(error) ? new Refused(toolsText.notABackup(file), { cause: error }) : error;
  });
  return { ...saved, jobsLeft };
}

/** Also moves the head of the audit chain past all that the backup brought. */
async function tell(client: pg.Client, { at }: Header): Promise<void> {
  const facts: Events['system.restored'] = { backupAt: at };
  await client.query(`insert into event (type, domain, facts) values ('system.restored', 'system', $1)`, [
    facts,
  ]);
}

/** Rows violating a constraint that their source database had: its name shows where to check. */
const ruleBroken = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;

/** Unparsable or inconsistent rows indicate a damaged file, like a missing trailer. */
const DAMAGED_ROWS = /^(22|23)/;
const isAboutFile = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || DAMAGED_ROWS.test(error.code ?? '');

async function apply(client: pg.Client, names: string[]): Promise<void> {
  for (const name of names) {
    const migration = await readMigration(name);
    await client.query(plainly(migration));
    await note(client, migration);
  }
}

const restored = `
  select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migration'`;

async function fill(client: pg.Client, reader: BackupReader, jobsLeft: boolean): Promise<Saved> {
  const tables = (await client.query<{ name: string }>(restored)).rows.map(({ name }) => name);
  // Rows come table by table, and triggers would write what the backup brings anyway.
  const resumeChecks = await suspendChecks(client, tables);
  // Rows that migrations bring are in the backup too.
  await client.query(tables.map((name) => `delete from ${name}`).join(';\n'));
  const saved = await readAll(client, reader, jobsLeft);
  await resumeChecks();
  return saved;
}

async function readAll(client: pg.Client, reader: BackupReader, jobsLeft: boolean): Promise<Saved> {
  let rows = 0;
  let tables = 0;
  for (;;) {
    const entry = (await reader.entry()) as TableStart | Sequences | End | undefined;
    if (!entry) throw new Error('The backup has no end.');
    if ('table' in entry) {
      rows += await readTable(client, entry, reader, jobsLeft);
      tables += 1;
    } else if ('sequences' in entry) {
      await setSequences(client, entry);
    } else if (jobsLeft || entry.rows === rows) {
      return { rows, tables };
    } else {
      throw new Error(`The backup says ${entry.rows} rows and has ${rows}.`);
    }
  }
}

async function readTable(
  client: pg.Client,
  { table, columns }: TableStart,
  reader: BackupReader,
  jobsLeft: boolean,
): Promise<number> {
  if (jobsLeft && table.startsWith('jobs.')) {
    for await (const _ of reader.rows());
    return 0;
  }
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(reader.rows(), copy);
  return copy.rowCount;
}

async function setSequences(client: pg.Client, { sequences }: Sequences): Promise<void> {
  for (const { table, column, next } of sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3, false)', [table, column, next]);
  }
}
