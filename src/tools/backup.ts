import fs from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { onDisk } from '#app/server/disk-full.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { END_OF_ROWS, copyLine, endLine, headerLine, sequenceLine } from './backup-file.ts';
import { sealedFor } from './backup-keys.ts';
import { Refused } from './refused.ts';

export interface Saved {
  rows: number;
  tables: number;
}

/** A table, and what is read from it. */
interface Source {
  table: string;
  columns: string;
  select: string;
}

/**
 * Writes a consistent snapshot of all data to `file`, while the server may run. Excludes sessions (a restored one could
 * revive a closed login), unlogged tables, and completed jobs. Encrypted for `recipients`.
 */
export async function backup(
  config: pg.ClientConfig,
  file: string,
  recipients: readonly string[] = [],
): Promise<Saved> {
  const client = new pg.Client({ ...config, application_name: 'recoup-backup' });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  const unfinished = `${file}.unfinished`;
  try {
    await client.query('begin isolation level repeatable read, read only');
    const saved = await onDisk(path.dirname(file), () => writeAll(client, unfinished, recipients));
    fs.renameSync(unfinished, file);
    return saved;
  } finally {
    fs.rmSync(unfinished, { force: true });
    await client.end();
  }
}

async function writeAll(client: pg.Client, file: string, recipients: readonly string[]): Promise<Saved> {
  const gzip = createGzip({ level: 4, chunkSize: PIECE });
  // Personal data: readable by its owner only. `flush` forces it to the disk before success is reported.
  const written = pipeline(
    gzip,
    (source: Gzip) => sealedFor(recipients, source),
    fs.createWriteStream(file, { mode: 0o600, flush: true }),
  );
  const work = writeSql(client, gzip).finally(() => gzip.end());
  const [saved] = await Promise.all([work, written]);
  return saved;
}

async function writeSql(client: pg.Client, gzip: Gzip): Promise<Saved> {
  const known = await client.query<{ known: boolean }>(
    `select to_regclass('migration') is not null as known`,
  );
  if (!known.rows[0]?.known) throw new Refused(toolsText.nothingToSave);
  const { rows: migrations } = await client.query<{ name: string }>(
    'select name from migration order by name',
  );
  const jobsVersion = await versionOfJobs(client);
  const at = new Date().toISOString();
  const sources = [...(await tables(client)), ...(jobsVersion === null ? [] : await waitingJobs(client))];
  await write(gzip, headerLine({ at, migrations: migrations.map(({ name }) => name), jobsVersion }));
  // For psql: into a database of this version, with the rights of a superuser.
  await write(gzip, `BEGIN;\nSET LOCAL session_replication_role = replica;\n`);
  await write(gzip, `TRUNCATE ${sources.map(({ table }) => table).join(', ')};\n`);
  let rows = 0;
  for (const { table, columns, select } of sources) {
    await write(gzip, copyLine(table, columns));
    const copy = client.query(copyTo(`copy (${select}) to stdout`, { highWaterMark: PIECE }));
    for await (const piece of copy) await write(gzip, piece as Buffer);
    rows += copy.rowCount;
    await write(gzip, END_OF_ROWS);
  }
  // Last: sequences are outside the snapshot, so they must not be lower than the rows.
  await write(gzip, await sequences(client));
  await write(gzip, `COMMIT;\n${endLine(rows)}`);
  return { rows, tables: sources.length };
}

const PIECE = 256 * 1024;

async function write(gzip: Gzip, piece: string | Buffer): Promise<void> {
  if (!gzip.write(piece)) await once(gzip, 'drain');
}

/** Schema version of the job queue, or null before its first start. */
export async function versionOfJobs(client: pg.Client): Promise<number | null> {
  const known = await client.query<{ known: boolean }>(
    `select to_regclass('jobs.version') is not null as known`,
  );
  if (!known.rows[0]?.known) return null;
  const { rows } = await client.query<{ version: number }>('select version from jobs.version');
  return rows[0]?.version ?? null;
}

/** Columns that are read in another form than they are stored, and rows that are left out. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Transaction ids are meaningless in another cluster, where new events would sort first. 0 for chained and 1 for
  // unchained ones preserve the order.
  event: {
    tx: `(case when exists (select from event_seal where event_id = event.id) then '0' else '1' end)::xid8`,
  },
  // A job that was running will have lost its worker by the time it is restored.
  'jobs.job': {
    state: `case when state = 'active' then 'retry'::jobs.job_state else state end`,
    heartbeat_on: 'null',
  },
};
const ONLY: Readonly<Record<string, string>> = { 'jobs.job': `where state < 'completed'` };

const tables = (client: pg.Client): Promise<Source[]> =>
  sourcesOf(
    client,
    `c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
     and c.relname not in ('migration', 'session', 'socket_io_attachments')`,
  );
const waitingJobs = (client: pg.Client): Promise<Source[]> =>
  sourcesOf(client, `c.oid in ('jobs.queue'::regclass, 'jobs.job'::regclass)`);

/** Excludes generated columns: PostgreSQL recomputes them. */
async function sourcesOf(client: pg.Client, condition: string): Promise<Source[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.oid::regclass::text as "table", array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${condition} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by c.oid`);
  return rows.map(({ table, columns }) => ({
    table,
    columns: columns.join(', '),
    select: `select ${columns.map((name) => CHANGED[table]?.[name] ?? name).join(', ')} from ${table} ${ONLY[table] ?? ''}`,
  }));
}

async function sequences(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.oid::regclass::text as "table", a.attname as "column", s.oid::regclass::text as sequence
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_class c on c.oid = d.refobjid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relnamespace = 'public'::regnamespace`);
  const lines: string[] = [];
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ next: string }>(
      `select last_value + is_called::int as next from ${sequence}`,
    );
    lines.push(sequenceLine(table, column, Number(state.rows[0]?.next)));
  }
  return lines.join('');
}
