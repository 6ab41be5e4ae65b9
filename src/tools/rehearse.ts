/** Restore rehearsal: restores the newest backup into a temporary database, and verifies it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#app/database/embedded.ts';
import { checkExternal } from '#app/database/external.ts';
import { openAnchors } from '#app/server/operation/audit-anchors.ts';
import { auditWatch } from '#app/server/operation/audit-watch.ts';
import { isDiskFull, onDisk } from '#app/server/disk-full.ts';
import type { Config } from '#app/server/config.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { openSafe } from '#app/server/operation/safe.ts';
import { auditFault } from '#text/en/mail.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { Refused } from './refused.ts';
import { restore } from './restore.ts';

const LATEST_MS = 36 * 3_600_000;
/** Marker of a database that may be replaced. */
const MARK = 'recoup_rehearsal';

interface Rehearsed {
  file: string;
  rows: number;
  tables: number;
  /** Seals of the audit log, each of which was computed again: of all events that are in the database. */
  seals: number;
}

/** The newest backup of a folder, which must be of these days; or the file itself. */
export function newestIn(place: string, now = Date.now()): string {
  if (!fs.existsSync(place)) throw new Refused(toolsText.fileMissing(place));
  if (!fs.statSync(place).isDirectory()) return place;
  const [newest] = fs
    .readdirSync(place)
    .filter((name) => /\.backup\.gz(\.age)?$/.test(name))
    .map((name) => path.join(place, name))
    .map((file) => ({ file, at: fs.statSync(file).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  if (!newest) throw new Refused(toolsText.fileMissing(path.join(place, '*.backup.gz')));
  if (newest.at < now - LATEST_MS) throw new Refused(toolsText.backupOld(newest.file));
  return newest.file;
}

/** In the database of REHEARSAL_URL, or in a temporary PostgreSQL. */
export async function rehearse(config: Config, live: pg.PoolConfig, file: string): Promise<Rehearsed> {
  if (config.rehearsalUrl) {
    const there = await checkExternal(config.rehearsalUrl, 'REHEARSAL_URL');
    if ((await whichDatabase(there)) === (await whichDatabase(live)))
      throw new Refused(toolsText.rehearsalLive);
    return onDisk('REHEARSAL_URL', () => rehearseIn(config, there, file), isDiskFull);
  }
  return onDisk(os.tmpdir(), () => rehearseBeside(config, file), isDiskFull);
}

async function rehearseBeside(config: Config, file: string): Promise<Rehearsed> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-rehearsal-'));
  // PostgreSQL's user must reach its folder.
  fs.chmodSync(folder, 0o711);
  try {
    const embedded = await startEmbedded(folder);
    try {
      return await rehearseIn(config, embedded.config, file);
    } finally {
      await embedded.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function on<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, application_name: 'recoup-rehearsal' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** By what no address can hide. */
const whichDatabase = (config: pg.ClientConfig): Promise<string> =>
  on(config, async (client) => {
    const { rows } = await client.query<{ which: string }>(
      `select system_identifier || ' ' || current_database() as which from pg_control_system()`,
    );
    return rows[0]?.which ?? '';
  });

async function rehearseIn(config: Config, place: pg.PoolConfig, file: string): Promise<Rehearsed> {
  const isMarked = await on(place, async (client) => {
    const { rows } = await client.query(`select from pg_namespace where nspname = $1`, [MARK]);
    return rows.length > 0;
  });
  // Foreign databases are rejected as non-empty.
  const { rows, tables } = await restore(place, file, isMarked, undefined, config.backupIdentities);
  try {
    await on(place, (client) => client.query(`create schema if not exists ${MARK}`));
    return { file, rows, tables, seals: await lookAt(config, place) };
  } finally {
    // It contains a copy of all data, and is unmonitored.
    await on(place, (client) => client.query('drop schema public cascade; create schema public'));
  }
}

/** Verifies the hash chain, and that users exist. A restore itself rejects invalid keys and rows. */
async function lookAt(config: Config, place: pg.PoolConfig): Promise<number> {
  const database = openDatabase(place);
  try {
    await database.run(sql`select seal_events(1000000)`);
    const anchors = openAnchors({ safe: openSafe(config), ...config });
    const standing = await auditWatch(database, anchors).whole();
    if (standing.is !== 'whole') throw new Refused(toolsText.auditFault(auditFault(standing)));
    const admin = await database.one(sql`select u.id from users u join roles r on r.id = u.role_id
      where u.is_active and r.role_type in ('system_admin', 'admin') limit 1`);
    if (!admin) throw new Refused(toolsText.nobodyInBackup);
    const sealed = await database.one<{ n: number }>(sql`select count(*) as n from event_seal`);
    return sealed?.n ?? 0;
  } finally {
    await database.end();
  }
}
