/** A start on a database of an earlier version: without queues, and with work for every upkeep. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  makeList,
  note,
  ownMigrations,
  plainly,
  readMigration,
} from '../../src/app/database/migration-file.ts';
import { migrate } from '../../src/app/database/migrate.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { type RunningApp, startApp } from '../../src/app/server/app.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { rehearseStart } from '../../src/app/server/prepare.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { backup } from '../../src/tools/backup.ts';
import { rehearseUpgrade } from '../../src/tools/upgrade-rehearsal.ts';
import { addressOf } from '../agencies/kit.ts';
import { agency } from '../agency.ts';

/** Last migration before encrypted identity numbers and file retention. */
const LAST = '0292';
const name = `recoup_test_old_data_${process.pid}`;
const owner = async (text: string): Promise<void> => {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  await client.query(text);
  await client.end();
};

let database: Database;
let folder = '';
let app: RunningApp | undefined;

/** State of that version: plaintext numbers, old files and recordings, and no current queue. */
async function leaveOldState(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into borrowers (id, client_id, name, pan, aadhar) overriding system value
      values (1, 1, 'Asha Rao', 'ABCPX1234F', '234567890124');
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number) overriding system value
      values (1, 1, 1, 1, 'LN-1');
    insert into loan_participants (loan_id, type, name, pan) values (1, 'Guarantor', 'Ravi Rao', 'ABCPX1234G')`);
  await client.query(`
    insert into users (id, first_name, last_name, email, role_id) overriding system value
      values (1, 'Old', 'Hand', 'old@recoup.test', 1);
    insert into file_jobs (id, type, status, file_key, updated_at, client_id, created_by) overriding system value
      values (1, 'EXPORT', 'completed', 'export/00000000-0000-4000-8000-000000000001', now() - interval '3 years', 1, 1)`);
}

beforeAll(async () => {
  await owner(`create database ${name} template template0 encoding 'UTF8'`);
  database = openDatabase({ ...inject('postgres'), database: name });
  folder = await mkdtemp(join(tmpdir(), 'recoup-old-data-'));
  const client = await database.connect();
  await makeList(client);
  for (const one of (await ownMigrations()).filter((file) => file.slice(0, 4) <= LAST)) {
    const migration = await readMigration(one);
    await client.query(plainly(migration));
    await note(client, migration);
  }
  client.release();
  await agency(database);
  const filling = await database.connect();
  await leaveOldState(filling);
  filling.release();
});
afterAll(async () => {
  await app?.stop();
  await database.end();
  await owner(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

const config = () => readConfig({ PORT: '0', DATA_DIR: folder, RECOUP_MODE: 'demo', LOG: 'file' });

test('a rehearsal of the upgrade includes the start, which changes nothing of the old data', async () => {
  const file = join(folder, 'old.backup.gz');
  await backup(database.config, file);
  const done = await rehearseUpgrade(database.config, file, {
    start: (copy) => rehearseStart(config(), copy, join(folder, 'rehearsal')),
  });
  expect(done.migrations.length).toBeGreaterThan(100);
  expect(done.startMs).toBeGreaterThan(0);
  const left = await database.one<{ pan: string }>(sql`select pan from borrowers where id = 1`);
  expect(left?.pan).toBe('ABCPX1234F');
});

test('a pre-upgrade backup is created, with a note that System status does not list it', () => {
  const file = join(folder, 'before.backup.gz');
  const { stdout, stderr, status } = spawnSync(process.execPath, ['src/tools/db.ts', 'backup', file], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATABASE_URL: addressOf(inject('postgres'), name), DATA_DIR: folder },
  });
  expect([stderr, status]).toEqual(['', 0]);
  expect(stdout).toContain('The database is not yet of this version, so System status does not list this.');
  expect(stdout).toContain(file);
});

test('an installation of an earlier version starts, and its start-up work completes', async () => {
  await migrate(database);
  app = await startApp({ config: config(), database });
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  await expect
    .poll(() =>
      database.one(sql`select b.pan, b.aadhar, b.pan_sealed is not null as borrower, p.pan_sealed is not null as guarantor
      from borrowers b, loan_participants p where b.id = 1`),
    )
    .toMatchObject({
      pan: expect.stringContaining('XXXX'),
      aadhar: expect.stringContaining('XXXX'),
      borrower: true,
      guarantor: true,
    });
  await expect
    .poll(() => database.one(sql`select file_key from file_jobs where id = 1`))
    .toEqual({ file_key: null });
});
