import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/app/database/migrate.ts';
import { migrationsFolder, ownMigrations } from '../../src/app/database/migration-file.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { backup } from '../../src/tools/backup.ts';
import { rehearseUpgrade } from '../../src/tools/upgrade-rehearsal.ts';
import { bareDatabase, boot } from '../kit.ts';

let db: Awaited<ReturnType<typeof bareDatabase>>;
beforeAll(async () => {
  db = await bareDatabase();
});
afterAll(() => db.end());

const checksums = () =>
  db.database.rows<{ name: string; checksum: string }>(
    sql`select name, checksum from migration order by name`,
  );

test('every applied migration is stored with the checksum of its file', async () => {
  const kept = await checksums();
  expect(kept.map(({ name }) => name)).toEqual(await ownMigrations());
  expect(kept.filter(({ checksum }) => !/^[0-9a-f]{64}$/.test(checksum))).toEqual([]);
});

test('a migration changed after it was applied is rejected with a message', async () => {
  const name = '0000-baseline';
  const [own] = (await checksums()).filter((one) => one.name === name);
  await db.database.run(sql`update migration set checksum = ${'0'.repeat(64)} where name = ${name}`);
  await expect(migrate(db.database)).rejects.toThrow(
    'The migration 0000-baseline was changed after it was applied to this database.',
  );
  await db.database.run(sql`update migration set checksum = ${own?.checksum} where name = ${name}`);
  expect(await migrate(db.database)).toEqual([]);
});

/** The files of this program and one more, as the next version of it brings. */
async function nextVersion<T>(text: string, work: (folder: URL) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recoup-next-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    await writeFile(path.join(folder, '9900-next.sql'), text);
    return await work(pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
const forget = (undo: string) => async (): Promise<void> => {
  await db.database.run(sql`delete from migration where name = '9900-next.sql'`);
  const client = await db.database.connect();
  await client.query(undo);
  client.release();
};

test('a migration yields to queued sessions, and is applied when the table is free', async () => {
  const holder = await db.database.connect();
  await holder.query('begin; select from breaks');
  const applied = nextVersion('alter table breaks add column note text', (folder) =>
    migrate(db.database, { folder }),
  );
  const reader = await db.database.connect();
  const isWaiting = async (): Promise<unknown> =>
    (await holder.query(`select from pg_locks where relation = 'breaks'::regclass and not granted`)).rowCount;
  await expect.poll(isWaiting, { timeout: 60_000, interval: 50 }).toBe(1);
  // After it in the queue: served while the lock is still owned.
  await reader.query(`set statement_timeout = '10s'`);
  await reader.query('select from breaks');
  reader.release(true);
  await holder.query('commit');
  holder.release();
  expect(await applied).toEqual(['9900-next.sql']);
  await forget('alter table breaks drop column note')();
});

test('a migration of two tables restarts on a lock conflict', async () => {
  const writer = await db.database.connect();
  await writer.query('begin; lock table centers in row exclusive mode');
  const text =
    'lock table breaks, centers in share row exclusive mode; alter table breaks add column note text';
  const applied = nextVersion(text, (folder) => migrate(db.database, { folder }));
  const isWaiting = async (): Promise<unknown> =>
    (await writer.query(`select from pg_locks where relation = 'centers'::regclass and not granted`))
      .rowCount;
  await expect.poll(isWaiting, { timeout: 60_000, interval: 20 }).toBe(1);
  // The one who works is not the one who is broken off.
  await writer.query('lock table breaks in row exclusive mode; commit');
  writer.release();
  expect(await applied).toEqual(['9900-next.sql']);
  await forget('alter table breaks drop column note')();
});

test('an index is built concurrently by one of two starting servers, also after an interrupted build', async () => {
  const text =
    "create unique index concurrently if not exists breaks_once on breaks (duration) where name like 'Dup%';";
  await db.database.run(sql`insert into breaks (name, duration) values ('Dup 1', 60), ('Dup 2', 60)`);
  await nextVersion(text, async (folder) => {
    // Fails for the rows, and leaves the index half built.
    await expect(migrate(db.database, { folder })).rejects.toThrow('Migration 9900-next.sql failed');
    await db.database.run(sql`delete from breaks where id = (select max(id) from breaks)`);
    const writer = await db.database.connect();
    await writer.query(`begin; insert into breaks (name, duration) values ('Dup 3', 61)`);
    const both = Promise.all([migrate(db.database, { folder }), migrate(db.database, { folder })]);
    const isBuilding = async (): Promise<unknown> =>
      (
        await writer.query(`select from pg_stat_activity where query ~ 'index concurrently'
        and wait_event = 'virtualxid'`)
      ).rowCount;
    await expect
      .poll(async () => (await writer.query('select pg_stat_clear_snapshot()'), isBuilding()), {
        timeout: 60_000,
        interval: 50,
      })
      .toBe(1);
    await writer.query(`insert into breaks (name, duration) values ('Dup 4', 62); commit`);
    writer.release();
    expect((await both).toSorted((a, b) => a.length - b.length)).toEqual([[], ['9900-next.sql']]);
  });
  expect(
    await db.database.rows(
      sql`select indisvalid as "isWhole" from pg_index where indexrelid = 'breaks_once'::regclass`,
    ),
  ).toEqual([{ isWhole: true }]);
  await forget('drop index breaks_once')();
});

test('a half-built index is rebuilt by the next start', async () => {
  await db.database.run(sql`create table old_breaks as select 60 as duration from generate_series(1, 2)`);
  await nextVersion(
    'create unique index concurrently if not exists old_breaks_once on old_breaks (duration);',
    async (folder) => {
      await expect(migrate(db.database, { folder })).rejects.toThrow('Migration 9900-next.sql failed');
      await db.database.run(sql`delete from old_breaks where ctid = (select max(ctid) from old_breaks)`);
      expect(await migrate(db.database, { folder })).toEqual(['9900-next.sql']);
    },
  );
  const [built] = await db.database.rows(
    sql`select indisvalid as "isWhole" from pg_index where indexrelid = 'old_breaks_once'::regclass`,
  );
  expect(built).toEqual({ isWhole: true });
  await forget('drop table old_breaks')();
});

test('a server starts on tables extended by a newer one, and is rejected where columns were removed', async () => {
  const told: number[] = [];
  const onMissing = (count: number) => told.push(count);
  await nextVersion('alter table breaks add column note text', (folder) =>
    migrate(db.database, { folder, onMissing }),
  );
  expect(await migrate(db.database, { onMissing })).toEqual([]);
  // The operator sees why it is slow, and nothing otherwise.
  expect(told).toEqual([1]);
  await forget('alter table breaks drop column note')();
  await nextVersion('-- contract of 1000-before.sql\nselect 1', (folder) => migrate(db.database, { folder }));
  await expect(migrate(db.database)).rejects.toThrow('9900-next.sql took away what it needs');
  await forget('select 1')();
});

test('a running server remains ready when a newer one adds, and not when it removes', async () => {
  const server = await boot();
  const readiness = async (): Promise<number> => (await server.anonymous.fetch('/readyz')).status;
  const soon = { timeout: 60_000, interval: 200 };
  try {
    await nextVersion('alter table breaks add column note text', (folder) =>
      migrate(server.database, { folder }),
    );
    const admin = await server.as('create_break', 'list_break');
    await admin.call(breaks.create, { name: 'Tea', duration: '00:15' });
    const later = performance.now() + 1500;
    await expect.poll(async () => [await readiness(), performance.now() > later], soon).toEqual([200, true]);
    await server.database.run(sql`update migration set is_contract = true where name = '9900-next.sql'`);
    await expect.poll(readiness, soon).toBe(503);
  } finally {
    await server.stop();
  }
});

test('a rehearsal applies missing migrations to a copy, reports locks, and leaves nothing', async () => {
  const file = path.join(tmpdir(), `recoup-rehearsed-${process.pid}.gz`);
  try {
    await backup(db.database.config, file);
    const done = await nextVersion('alter table breaks add column note text', (folder) =>
      rehearseUpgrade(db.database.config, file, { folder }),
    );
    expect(done.migrations).toMatchObject([{ name: '9900-next.sql', held: ['breaks'] }]);
    expect(done.migrations[0]?.ms).toBeGreaterThan(0);
  } finally {
    await rm(file, { force: true });
  }
  expect(await db.database.rows(sql`select from pg_database where datname like 'recoup_rehearsal%'`)).toEqual(
    [],
  );
});
