/** The schema begins with a baseline; databases and backups from before it are refused unchanged. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { schemaFiles } from '../../src/app/database/schema/baseline.ts';
import { countMissing, migrate } from '../../src/app/database/migrate.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { modules } from '../../src/app/server/modules.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { restore } from '../../src/tools/restore.ts';
import { addressOf } from '../agencies/kit.ts';

const name = `recoup_test_before_baseline_${process.pid}`;
const refusal =
  'Recoup 0.1.0 is the last version that reads this database, and nothing in it was changed: start that version, or this one on an empty database.';

let database: Database;
let folder = '';
const asOwner = async (text: string): Promise<void> => {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  await client.query(text);
  await client.end();
};

beforeAll(async () => {
  await asOwner(`create database ${name} template template0 encoding 'UTF8'`);
  database = openDatabase({ ...inject('postgres'), database: name });
  folder = await mkdtemp(join(tmpdir(), 'recoup-before-baseline-'));
  const client = await database.connect();
  await client.query(`
    create table migration (name text primary key, at timestamptz default now());
    insert into migration (name) values ('0001-foundation.sql'), ('0989-reserved-dial-times.sql');
    create table users (id bigint primary key, email text not null);
    insert into users values (1, 'asha@recoup.test');
    create table backup_run (id bigint generated always as identity primary key, what text not null, at timestamptz not null default now(),
      took_ms bigint not null, fault text);`);
  client.release();
});
afterAll(async () => {
  await database.end();
  await asOwner(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

/** Every object of the catalogue and every row of the old tables. */
async function contentOf(of: Database): Promise<string> {
  const rows = await of.rows(sql`
    select 'relation' as kind, c.oid::text as id, c.relname || ' ' || c.relnatts || ' ' || c.xmin as what from pg_class c
    union all select 'column', attrelid || '.' || attnum, attname || ' ' || xmin from pg_attribute where attrelid >= 16384
    union all select 'schema', oid::text, nspname || ' ' || xmin from pg_namespace where nspname !~ '^pg_(toast_)?temp'
    union all select 'function', oid::text, proname || ' ' || xmin from pg_proc where oid >= 16384
    union all select 'row', m.name, m.at || ' ' || m.xmin from migration m
    order by 1, 2`);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}
const usersOf = (of: Database) => of.rows(sql`select u.id, u.email, u.xmin::text from users u`);
const unchanged = async (work: () => Promise<unknown>): Promise<void> => {
  const before = [await contentOf(database), await usersOf(database)];
  await work();
  expect([await contentOf(database), await usersOf(database)]).toEqual(before);
  expect(await database.rows(sql`select from backup_run`)).toEqual([]);
};

test('migration and the check of a server refuse a database from before the baseline and change nothing', () =>
  unchanged(async () => {
    await expect(migrate(database)).rejects.toThrow(refusal);
    await expect(countMissing(database)).rejects.toThrow(refusal);
  }));

test.each([
  ['start', ['src/app/server/main.ts']],
  ['db:migrate', ['src/tools/migrate.ts']],
  ['db:backup', ['src/tools/db.ts', 'backup', 'before.backup.gz']],
  ['audit', ['src/tools/audit.ts']],
])('%s refuses a database from before the baseline in one sentence and changes nothing', (_, args) =>
  unchanged(async () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: addressOf(inject('postgres'), name),
        DATA_DIR: folder,
        PORT: '0',
        RECOUP_MODE: 'demo',
      },
    });
    expect([`${stdout}${stderr}`.trim(), status]).toEqual([expect.stringContaining(refusal), 1]);
    expect(existsSync('before.backup.gz')).toBe(false);
  }),
);

test('a restore refuses a backup from before the baseline and changes nothing', async () => {
  const file = join(folder, 'old.backup.gz');
  const header = {
    format: 'recoup-backup-1',
    at: '2026-11-01T00:00:00Z',
    migrations: ['0001-foundation.sql'],
  };
  await writeFile(file, gzipSync(`${JSON.stringify({ ...header, months: [], jobsVersion: null })}\n`));
  const config = { ...inject('postgres'), database: `${name}_target` };
  // A restore refuses a database that a server is connected to.
  const looked = async (): Promise<unknown> => {
    const target = openDatabase(config);
    const content = [await contentOf(target), await usersOf(target)];
    await target.end();
    return content;
  };
  await asOwner(`create database ${config.database} template template0 encoding 'UTF8'`);
  try {
    const target = openDatabase(config);
    await migrate(target);
    await target.end();
    const before = await looked();
    await expect(restore(config, file, true)).rejects.toThrow(
      `Recoup 0.1.0 is the last version that reads the backup ${file}, and nothing was changed: restore it with that version.`,
    );
    expect(await looked()).toEqual(before);
  } finally {
    await asOwner(`drop database ${config.database} with (force)`);
  }
});

test('a schema file is listed for every context, in the order of the modules', () => {
  const own = modules.filter(({ name: of }) => existsSync(`src/contexts/${of}/server/schema.sql`));
  expect(schemaFiles).toEqual([
    'kernel/server/db/schema.sql',
    ...own.map(({ name: of }) => `contexts/${of}/server/schema.sql`),
  ]);
});

test('every function and trigger of the baseline has a comment directly above it', () => {
  const bare = schemaFiles.flatMap((file) => {
    const lines = readFileSync(`src/${file}`, 'utf8').split('\n');
    return lines.flatMap((line, i) =>
      /^create (function|trigger) /.test(line) && !lines[i - 1]?.startsWith('-- ')
        ? [`${file}:${i + 1}`]
        : [],
    );
  });
  expect(bare).toEqual([]);
});
