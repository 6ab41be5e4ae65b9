/** Full disks, each reported, and failures without side effects. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf } from '../agencies/kit.ts';
import { type TestServer, boot } from '../kit.ts';

const empty = `recoup_test_full_${process.pid}`;
let server: TestServer;
let folder = '';

async function ask(text: string, database?: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...inject('postgres'), ...(database && { database }) });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-full-'));
  server = await boot();
  await ask(`create database ${empty} template template0 encoding 'UTF8'`);
});
afterAll(async () => {
  await server.stop();
  await ask(`drop database if exists ${empty} with (force)`);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** `blocks`: maximum file size, like a quota; needs no mount privilege. */
function run(given: readonly string[], o: { database: string; dataDir?: string; blocks?: string }) {
  const { stdout, stderr, status } = spawnSync(
    'sh',
    [
      '-c',
      `ulimit -f ${o.blocks ?? 'unlimited'}; exec "$0" "$@"`,
      process.execPath,
      'src/tools/db.ts',
      ...given,
    ],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: '.cache/node',
        DATABASE_URL: addressOf(inject('postgres'), o.database),
        DATA_DIR: o.dataDir ?? server.folder,
      },
    },
  );
  return { said: `${stdout}${stderr}`, status };
}

test('a backup onto a full disk names that disk, and leaves no part of a file', () => {
  const backups = path.join(folder, 'backups');
  fs.mkdirSync(backups);
  const { said, status } = run(['backup', backups], { database: server.databaseName, blocks: '4' });
  expect(said).toBe(`The disk of ${backups} is full: free some space there and try again.\n`);
  expect(status).toBe(1);
  expect(fs.readdirSync(backups)).toEqual([]);
});

test('a copy of files onto a full disk names that disk, and leaves no part of a file', () => {
  const dataDir = path.join(folder, 'data');
  const copies = path.join(folder, 'copies');
  fs.mkdirSync(path.join(dataDir, 'files', 'recording'), { recursive: true });
  fs.writeFileSync(path.join(dataDir, 'files', 'recording', 'one'), Buffer.alloc(100_000));
  const { said, status } = run(['files-backup', copies], {
    database: server.databaseName,
    dataDir,
    blocks: '4',
  });
  expect(said).toContain(`The disk of ${copies} is full`);
  expect(status).toBe(1);
  expect(fs.readdirSync(path.join(copies, 'recording'))).toEqual([]);
});

test('a key of backups on a full disk is not there in part', () => {
  const file = path.join(folder, 'backup.key');
  const { said, status } = run(['backup-key', file], { database: server.databaseName, blocks: '0' });
  expect(said).toContain(`The disk of ${folder} is full`);
  expect(status).toBe(1);
  expect(fs.existsSync(file)).toBe(false);
});

test('a rejected restore created nothing: neither tables nor the queue schema', async () => {
  const file = path.join(folder, 'foreign.backup.gz');
  fs.writeFileSync(file, 'no backup');
  const { said, status } = run(['restore', file], { database: empty });
  expect(said).toMatch(/is not a backup of Recoup, or it is cut off; nothing was changed\.\n$/);
  expect(status).toBe(1);
  const schemas = await ask(`select nspname from pg_namespace where nspname = 'jobs'`, empty);
  expect(schemas.rows).toEqual([]);
});
