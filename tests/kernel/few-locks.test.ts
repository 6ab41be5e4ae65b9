/** A PostgreSQL with too few locks is reported, a restore there names the setting, and batchable work is batched. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../src/app/database/embedded.ts';
import { fewLocks } from '../../src/app/database/locks.ts';
import { migrate } from '../../src/app/database/migrate.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { systemGauges } from '../../src/contexts/agency/server/system/gauges.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { readGauge } from '../../src/kernel/server/operation/gauge.ts';
import { startupText } from '../../src/text/en/program/startup.ts';
import { backup } from '../../src/tools/backup.ts';
import { empty } from '../../src/tools/rehearse.ts';
import { addressOf } from '../agencies/kit.ts';
import { agency } from '../agency.ts';
import { type TestServer, boot } from '../kit.ts';

let folder = '';
let embedded: Embedded;
let database: Database;
let server: TestServer;
/** A tenth of PostgreSQL's default. */
const settings = { max_connections: '40', max_locks_per_transaction: '10', fsync: 'off' };
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-few-locks-'));
  // PostgreSQL's user must reach its folder.
  fs.chmodSync(folder, 0o711);
  embedded = await startEmbedded(folder, settings);
  database = openDatabase(embedded.config);
  await migrate(database);
  await agency(database);
  server = await boot();
});
afterAll(async () => {
  await server.stop();
  await embedded.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function on<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(embedded.config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('a start with few locks names the setting, and System status the shortage; ours has enough', async () => {
  expect(await fewLocks(embedded.config)).toBe(startupText.fewLocks(400, 10, 1280));
  expect(await fewLocks(server.database.config)).toBeUndefined();
  const [gauge] = systemGauges.filter(({ name }) => name === 'locks_missing');
  const missing = (at: Database) =>
    at.transaction(async (tx) => (gauge ? await readGauge(tx, gauge) : []).map(({ value }) => value));
  expect(await missing(database)).toEqual([50_800]);
  expect(await missing(server.database)).toEqual([0]);
});

test('a restore without locks names the setting, and changes nothing', async () => {
  // A restore is rejected while a server is connected.
  await database.end();
  const people = () => on(async (client) => (await client.query('select count(*) from users')).rows);
  const before = await people();
  const file = path.join(folder, 'agency.backup.gz');
  await backup(embedded.config, file);
  const { stderr, status } = spawnSync(process.execPath, ['src/tools/db.ts', 'restore', file, '--force'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: addressOf(embedded.config, String(embedded.config.database)),
      DATA_DIR: server.folder,
    },
  });
  expect([stderr.trim(), status]).toEqual([startupText.outOfLocks, 1]);
  expect(await people()).toEqual(before);
});

test('what a rehearsal leaves is cleared where one transaction has not the room', async () => {
  await expect(on((client) => client.query('drop schema public cascade'))).rejects.toMatchObject({
    code: '53200',
  });
  await on(empty);
  const left = await on((client) =>
    client.query(
      `select relname from pg_class where relnamespace in ('public'::regnamespace, 'months'::regnamespace)`,
    ),
  );
  expect(left.rows).toEqual([]);
});
