/** Restore rehearsals: run by the command, recorded, reported on failure. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { status } from '../../src/contexts/reporting/contract/status.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { newBackupKey } from '../../src/tools/backup-keys.ts';
import { addressOf } from '../agencies/kit.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

const scratch = `recoup_test_rehearsal_${process.pid}`;
let server: TestServer;
let admin: Caller;
let folder = '';
let backups = '';
let recipient = '';
let env: Record<string, string> = {};

async function ask(database: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...inject('postgres'), database });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
/** A command, as run by an operator or a timer. */
function run(...given: string[]): { said: string; code: number | null } {
  return runIn(env, given);
}
function runIn(own: Record<string, string>, given: string[]): { said: string; code: number | null } {
  const {
    stdout,
    stderr,
    status: code,
  } = spawnSync(process.execPath, ['src/tools/db.ts', ...given], {
    encoding: 'utf8',
    env: { ...process.env, ...own },
  });
  return { said: `${stdout}${stderr}`, code };
}
const figure = async (name: string) =>
  (await admin.call(status.figures, {})).find((one) => one.name === name);

beforeAll(async () => {
  server = await boot({ demo: true });
  admin = await server.demo('admin');
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-rehearsal-test-'));
  backups = path.join(folder, 'backups');
  fs.mkdirSync(backups);
  const key = path.join(folder, 'backup.key');
  recipient = await newBackupKey(key);
  await ask(inject('postgres').database ?? 'postgres', `create database ${scratch}`);
  env = {
    DATABASE_URL: addressOf(inject('postgres'), server.databaseName),
    DATA_DIR: server.folder,
    BACKUP_RECIPIENTS: recipient,
    BACKUP_IDENTITY_FILE: key,
    REHEARSAL_URL: addressOf(inject('postgres'), scratch),
  };
});
afterAll(async () => {
  await server.stop();
  await ask(inject('postgres').database ?? 'postgres', `drop database if exists ${scratch} with (force)`);
  fs.rmSync(folder, { recursive: true, force: true });
});

test('a backup is restored separately, verified, dropped again, and System status shows both', async () => {
  expect((await figure('backup_age_seconds'))?.values).toEqual([]);
  expect(run('backup', backups)).toMatchObject({ code: 0 });
  expect(fs.readdirSync(backups)).toEqual([expect.stringMatching(/^recoup-\d+\.backup\.gz\.age$/)]);
  for (const time of ['the first', 'one more']) {
    const { said, code } = run('rehearse', backups);
    expect([time, code, said]).toEqual([
      time,
      0,
      expect.stringMatching(/can be restored: \d{3,} rows of \d+ tables/),
    ]);
  }
  const left = await ask(scratch, `select relname from pg_class where relnamespace = 'public'::regnamespace`);
  expect(left.rows).toEqual([]);
  expect(await figure('backup_failed')).toMatchObject({
    isOver: false,
    values: [
      { label: 'database', value: 0 },
      { label: 'rehearsal', value: 0 },
    ],
  });
  expect(await figure('backup_age_seconds')).toMatchObject({ isOver: false, limit: 129_600 });
  await server.database.run(sql`update backup_run set at = at - interval '9 days'`);
  for (const name of ['backup_age_seconds', 'rehearsal_age_seconds'])
    expect(await figure(name)).toMatchObject({ isOver: true });
  const told = await server.database.rows(
    sql`select facts from event where type = 'system.backed-up' order by id`,
  );
  expect(told).toEqual(
    ['database', 'rehearsal', 'rehearsal'].map((what) => ({ facts: { what, fault: null } })),
  );
}, 300_000);

test('a rehearsal in the embedded PostgreSQL leaves it working as before', async () => {
  const place = path.join(folder, 'own');
  const file = path.join(backups, fs.readdirSync(backups)[0] ?? '');
  const { DATABASE_URL: _, ...rest } = env;
  expect(runIn({ ...rest, DATA_DIR: place, DATABASE: 'embedded' }, ['restore', file])).toMatchObject({
    code: 0,
  });
  const embedded = await attachEmbedded(place);
  const database = openDatabase(embedded.config);
  try {
    // What a restore writes past the log is there after the start, and the log is written again.
    const there = sql`select count(*) as n, (select count(*) from loans) as loans from users`;
    expect(await database.one(there)).toEqual(await server.database.one(there));
    expect(await database.one(sql`show wal_level`)).toEqual({ wal_level: 'replica' });
  } finally {
    await database.end();
    await embedded.stop();
  }
});

test('bucket files are not copied: a timer reaching them after the database continues', () => {
  env = { ...env, FILES_URL: 's3://key:secret@127.0.0.1/files' };
  const said = expect.stringContaining('bucket') as string;
  expect(run('files-backup', path.join(folder, 'files'))).toEqual({ code: 0, said });
  expect(run('files-restore', folder)).toEqual({ code: 1, said });
  delete env['FILES_URL'];
});

test('an unrestorable backup is reported: damaged, of another key, too old, without its audit log', async () => {
  const [name = ''] = fs.readdirSync(backups);
  const file = path.join(backups, name);
  const damaged = path.join(folder, 'damaged.backup.gz.age');
  fs.writeFileSync(damaged, fs.readFileSync(file).subarray(0, -50_000));
  expect(run('rehearse', damaged)).toMatchObject({
    code: 1,
    said: expect.stringContaining('cut off') as string,
  });
  expect(await figure('backup_failed')).toMatchObject({
    isOver: true,
    values: [
      { label: 'rehearsal', value: 1 },
      { label: 'database', value: 0 },
    ],
  });
  const fault = sql`select fault from backup_run order by id desc limit 1`;
  expect(await server.database.one(fault)).toMatchObject({
    fault: expect.stringContaining('cut off') as string,
  });

  const day = new Date(Date.now() - 2 * 86_400_000);
  fs.utimesSync(file, day, day);
  expect(run('rehearse', backups)).toMatchObject({
    code: 1,
    said: expect.stringContaining('older') as string,
  });
  const other = path.join(folder, 'other.key');
  await newBackupKey(other);
  env = { ...env, BACKUP_IDENTITY_FILE: other };
  expect(run('rehearse', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('None of the keys') as string,
  });
  env = { ...env, BACKUP_IDENTITY_FILE: path.join(folder, 'backup.key') };

  // A hash was changed: its backup is readable, but fails verification.
  await untilSealed(server.database);
  await server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update event set type = 'x.forged' where id = (select min(event_id) from event_seal)`);
  });
  expect(run('backup', backups)).toMatchObject({ code: 0 });
  expect(run('rehearse', backups)).toMatchObject({
    code: 1,
    said: expect.stringContaining('audit log does not hold') as string,
  });
}, 300_000);

test('the production database and foreign ones are never used for the rehearsal', async () => {
  const [file = ''] = fs.readdirSync(backups).map((name) => path.join(backups, name));
  const before = await server.database.one(sql`select count(*) as n from loans`);
  env = { ...env, REHEARSAL_URL: env['DATABASE_URL'] ?? '' };
  expect(run('rehearse', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('people work with') as string,
  });
  const other = await boot();
  env = { ...env, REHEARSAL_URL: addressOf(inject('postgres'), other.databaseName) };
  await server.database.run(sql`select 1`);
  expect(run('rehearse', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('nothing was changed') as string,
  });
  await other.stop();
  expect(await server.database.one(sql`select count(*) as n from loans`)).toEqual(before);
});
