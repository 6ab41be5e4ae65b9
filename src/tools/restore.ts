import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { makeList, note, ownMigrations, plainly, readMigration } from '#app/database/migration-file.ts';
import { LAST_BEFORE } from '#app/database/schema/baseline.ts';
import { suspendChecks } from '#app/database/suspended-checks.ts';
import { grantProgram } from '#app/operation/program-role.ts';
import { openLog } from '#app/server/operation/log.ts';
import { openJobs } from '#app/server/operation/queue.ts';
import type { Events } from '#kernel/contract/events/events.ts';
import { type Tx, txOn } from '#kernel/server/database/database.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { type Saved, versionOfJobs } from './backup.ts';
import { BackupReader, type Entry, type Header, entryOf, headerOf, isBeforeBaseline } from './backup-file.ts';
import { openBackup } from './backup-keys.ts';
import { Refused } from './refused.ts';

interface Restored extends Saved {
  /** The job queue's tables differ too much to take the waiting jobs over. */
  jobsLeft: boolean;
}
type Step = (client: pg.Client, header: Header) => Promise<unknown>;

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
  const before: Step = async (client) => {
    await refuseInUse(client);
    if (!replace) await refuseNotEmpty(client);
  };
  const after: Step = async (client, { at, migrations }) => {
    const missing = (await ownMigrations()).filter((name) => !migrations.includes(name));
    await apply(client, missing);
    // Also moves the head of the audit chain past all that the backup brought.
    const facts: Events['system.restored'] = { backupAt: at };
    await client.query(`insert into event (type, domain, facts) values ('system.restored', 'system', $1)`, [
      facts,
    ]);
    // Phones and borrowers have data unknown to this database.
    await client.query('select new_database_epoch(), cash_numbers_ahead(), no_dues_numbers_ahead()');
    await vouch(txOn(client));
    await grantProgram(client);
  };
  return load(config, { file, identities, before, after });
}

/** Rows and schema of that time, without later migrations: input of an upgrade rehearsal. */
export const restoreAsItWas = (
  config: pg.ClientConfig,
  file: string,
  identities: readonly string[] = [],
): Promise<Restored> => load(config, { file, identities });

interface Load {
  file: string;
  identities: readonly string[];
  before?: Step;
  after?: Step;
}

async function load(config: pg.ClientConfig, { file, identities, before, after }: Load): Promise<Restored> {
  const client = new pg.Client({ ...config, application_name: 'recoup-restore' });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  try {
    const { reader, header } = await openFile(file, identities);
    await before?.(client, header);
    const hadJobs = (await versionOfJobs(client)) !== null;
    try {
      // Its tables are created automatically, in separate transactions; they remain empty until the rows are loaded.
      const jobs = await openJobs(config, openLog('/dev/null'));
      await jobs.stop();
      await client.query('begin; drop schema public cascade; create schema public');
      await makeList(client);
      await apply(client, header.migrations);
      const jobsLeft = header.jobsVersion !== null && header.jobsVersion !== (await versionOfJobs(client));
      const saved = await fill(client, reader, jobsLeft).catch((error: unknown) => {
        throw reasonOf(error, file);
      });
      await after?.(client, header);
      await client.query('commit');
      await analyze(config, client);
      return { ...saved, jobsLeft };
    } catch (error) {
      if (!hadJobs) await client.query('rollback; drop schema if exists jobs cascade').catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end(); // without the commit, this is a rollback
  }
}

/** The largest tables alternate between two connections, as statistics of one table need one processor. */
async function analyze(config: pg.ClientConfig, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ names: string }>(`
    select string_agg(oid::regclass::text, ', ') as names from (
      select oid, row_number() over (order by relpages desc) % 2 as half from pg_class
      where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace) t group by half`);
  const other = new pg.Client(config);
  await other.connect();
  try {
    await Promise.all(rows.map(({ names }, n) => (n ? other : client).query(`analyze ${names}`)));
  } finally {
    await other.end();
  }
}

const closingTime = 3000;

/** A just closed connection is listed a moment longer: only a lasting one is a running server. */
export async function refuseInUse(client: pg.Client): Promise<void> {
  const until = performance.now() + closingTime;
  for (;;) {
    // A transaction caches the connection list of its first query.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(`
      select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('recoup', 'recoup-jobs')`);
    if (rows.length === 0) return;
    if (performance.now() > until) throw new Refused(toolsText.inUse);
    await new Promise((rest) => setTimeout(rest, 100));
  }
}

/** Every agency has users. */
async function refuseNotEmpty(client: pg.Client): Promise<void> {
  const made = await client.query<{ made: boolean }>(`select to_regclass('users') is not null as made`);
  if (!made.rows[0]?.made) return;
  const { rows } = await client.query('select from public.users limit 1');
  if (rows.length > 0) throw new Refused(toolsText.notEmpty);
}

async function openFile(
  file: string,
  identities: readonly string[],
): Promise<{ reader: BackupReader; header: Header }> {
  const bytes = createGunzip({ chunkSize: 256 * 1024 });
  // A read error fails the stream, seen by the consumer.
  void pipeline(await openBackup(file, identities), bytes).catch(() => undefined);
  const reader = new BackupReader(bytes);
  const line = await reader.line().catch(() => undefined);
  if (isBeforeBaseline(line)) throw new Refused(toolsText.backupBeforeBaseline(file, LAST_BEFORE));
  const header = headerOf(line);
  if (!header) throw new Refused(toolsText.notABackup(file));
  const own = await ownMigrations();
  const ahead = header.migrations.filter((name) => !own.includes(name));
  if (ahead.length > 0) throw new Refused(toolsText.backupIsNewer(ahead.join(', ')));
  return { reader, header };
}

async function apply(client: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const migration = await readMigration(name);
    await client.query(plainly(migration));
    await note(client, migration);
  }
}

/**
 * Unparsable or inconsistent rows indicate a damaged file, like a missing trailer. The name of a constraint that rows
 * violate, as they did in the source database, shows where to check.
 */
function reasonOf(error: unknown, file: string): unknown {
  const { code = '', constraint } = error instanceof pg.DatabaseError ? error : { code: '22' };
  if (code.startsWith('23') && constraint)
    return new Refused(toolsText.rowsUnfit(file, constraint), { cause: error });
  return /^2[23]/.test(code) ? new Refused(toolsText.notABackup(file), { cause: error }) : error;
}

const present = `
  select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migration'`;
const jobTables = ['jobs.queue', 'jobs.job'];

/** Without indexes, keys and triggers, which are rebuilt over all rows and checked; triggers would add rows that the file has. */
async function fill(client: pg.Client, reader: BackupReader, jobsLeft: boolean): Promise<Saved> {
  const tables = (await client.query<{ name: string }>(present)).rows.map(({ name }) => name);
  const resumeChecks = await suspendChecks(client, tables);
  // Rows that migrations bring are in the backup too.
  await client.query(`truncate ${tables.join(', ')}; delete from jobs.job; delete from jobs.queue`);
  const saved: Saved = { rows: 0, tables: 0 };
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const entry = entryOf(line);
    if (!entry) continue;
    if ('table' in entry) {
      const isKnown = [...tables, ...jobTables].includes(entry.table);
      if (!isKnown) throw new Error(`The backup has an unknown table ${entry.table}.`);
      saved.rows += await fillTable(client, entry, reader, jobsLeft);
      saved.tables += 1;
    } else if ('sequenceOf' in entry) {
      const { sequenceOf: table, column, next } = entry;
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3, false)', [table, column, next]);
    } else {
      if (!jobsLeft && entry.rows !== saved.rows)
        throw new Error(`The backup says ${entry.rows} rows and has ${saved.rows}.`);
      await resumeChecks();
      return saved;
    }
  }
  throw new Error('The backup has no end.');
}

async function fillTable(
  client: pg.Client,
  { table, columns }: Extract<Entry, { table: string }>,
  reader: BackupReader,
  jobsLeft: boolean,
): Promise<number> {
  const isOfJobs = jobTables.includes(table);
  if (jobsLeft && isOfJobs) {
    for await (const _ of reader.rows());
    return 0;
  }
  // Rows of tables of this transaction are loaded frozen, which saves the next vacuum from writing them again.
  const how = isOfJobs ? '' : ' with (freeze)';
  const copy = client.query(copyFrom(`copy ${table} (${columns}) from stdin${how}`));
  await pipeline(reader.rows(), copy);
  return copy.rowCount;
}
