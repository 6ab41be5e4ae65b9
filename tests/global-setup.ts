/** One PostgreSQL for all tests; `templates.ts` describes the template databases. */
import { createHash } from 'node:crypto';
import { readFile, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { schemaFiles } from '../src/app/database/schema/baseline.ts';
import { startEmbedded } from '../src/app/database/embedded.ts';
import type { Database } from '../src/kernel/server/database/database.ts';
import { openDatabase } from '../src/app/database/pools/pools.ts';
import { isLong } from './prove.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: pg.PoolConfig;
    /** Fingerprint of the template databases. */
    templateMark: string;
  }
}
const disk = new URL('../.cache/test-postgres', import.meta.url);

/** Short-lived databases are in memory where possible: creating and dropping them is a third of the time. */
async function folderOf(): Promise<{ folder: string; forget(): Promise<void> }> {
  const memory = '/dev/shm';
  const needed = 2 * 1024 ** 3;
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (free < needed) return { folder: fileURLToPath(disk), forget: async () => undefined };
  const mark = createHash('sha256').update(disk.href).digest('hex').slice(0, 12);
  const folder = `${memory}/recoup-test-${mark}`;
  return { folder, forget: () => rm(folder, { recursive: true, force: true }) };
}

/** Changes with everything that shapes a template, so that a stale one is never used. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const place of [
    '../src/kernel/server/db/',
    ...schemaFiles.map((file) => `../src/${file}`),
    '../src/app/database/',
    '../src/contexts/reporting/server/analysts/report.sql',
    '../src/app/demo/',
    './agency.ts',
    './templates.ts',
  ]) {
    const path = fileURLToPath(new URL(place, import.meta.url));
    const files = place.endsWith('/') ? await filesIn(path) : [path];
    for (const file of files) hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 12);
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : [])).sort();
}

async function dropLeftovers(admin: Database): Promise<void> {
  const client = await admin.connect();
  const old = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'recoup_test_%'",
  );
  for (const { datname } of old.rows) await client.query(`drop database if exists ${datname} with (force)`);
  client.release();
}

/** Nothing of it outlives the run: nothing has to reach a disk, and databases of seconds need no vacuum. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Long histories would be slow on dead rows, with plans for empty tables.
  autovacuum: isLong ? 'on' : 'off',
  autovacuum_naptime: '10s',
  shared_buffers: '256MB',
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL;
  const { folder, forget } = await folderOf();
  const embedded = url ? undefined : await startEmbedded(folder, settings);
  const config: pg.PoolConfig = url ? { connectionString: url } : (embedded?.config ?? {});
  const plain = url ? fromUrl(url) : config;
  const admin = openDatabase(plain);
  await dropLeftovers(admin);
  project.provide('postgres', plain);
  project.provide('templateMark', await fingerprint());
  return async () => {
    await admin.end();
    // An external cluster starts empty; another run may have databases there.
    if (!embedded) return;
    await embedded.stop();
    await forget();
  };
}

/** A connection string precedes a separate database name, so it is parsed. */
function fromUrl(text: string): pg.PoolConfig {
  const url = new URL(text);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
}
