/** A real start, the demo, a backup and a restore on PostgreSQL with the settings that it comes with. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '../../src/app/database/embedded.ts';
import { addressOf } from '../agencies/kit.ts';
import { startServer } from '../e2e/server.ts';
import { signedIn } from './real-cluster.ts';

/** Settings that the embedded server changes, as PostgreSQL comes with them. */
const stock = {
  max_connections: '100',
  max_locks_per_transaction: '64',
  shared_buffers: '128MB',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  wal_compression: 'off',
  random_page_cost: '4',
  jit: 'on',
};
let folder = '';
let embedded: Embedded;
let env: Record<string, string>;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-stock-'));
  // PostgreSQL's user must reach its folder.
  fs.chmodSync(folder, 0o711);
  embedded = await startEmbedded(path.join(folder, 'postgres'), stock);
  const database = String(embedded.config.database);
  env = { DATABASE_URL: addressOf(embedded.config, database), RECOUP_MODE: 'demo', DEMO_LOANS: '1200' };
});
afterAll(async () => {
  await embedded.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const dataDir = (): string => path.join(folder, 'data');
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['src/tools/db.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: dataDir() },
  });

async function countLoans(): Promise<number> {
  const server = await startServer({ env, dataDir: dataDir() });
  try {
    const ask = await signedIn(server.url);
    const answer = (await (await ask('/loans')).json()) as { count?: number };
    expect(server.said()).not.toMatch(/lock/i);
    return answer.count ?? 0;
  } finally {
    await server.stop();
  }
}

test('the demo starts, is backed up and restored with 64 locks per transaction', async () => {
  const client = new pg.Client(embedded.config);
  await client.connect();
  const { rows } = await client.query(`select name, setting from pg_settings
    where name in ('max_connections', 'max_locks_per_transaction') order by name`);
  await client.end();
  expect(rows.map(({ setting }: { setting: string }) => setting)).toEqual(['100', '64']);
  const loans = await countLoans();
  expect(loans).toBeGreaterThan(1000);
  const file = path.join(folder, 'demo.backup.gz');
  expect(run('backup', file)).toMatchObject({ status: 0, stderr: '' });
  expect(run('restore', file, '--force')).toMatchObject({ status: 0, stderr: '' });
  expect(await countLoans()).toBe(loans);
});
