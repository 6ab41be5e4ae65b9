/** Restoring months: a backup without partitions becomes months, and one with archived months finds their files. */
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkMonths } from '../../src/app/database/check-months.ts';
import { migrate } from '../../src/app/database/migrate.ts';
import { migrationsFolder } from '../../src/app/database/migration-file.ts';
import { makeMonths } from '../../src/app/database/months.ts';
import { takeOffMonths } from '../../src/app/database/old-months.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { filesOf } from '../../src/app/providers/chosen-files.ts';
import { openAnchors } from '../../src/app/server/operation/audit-anchors.ts';
import { auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { eventsKept } from '../../src/contexts/reporting/server/audit/events-kept.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { backup } from '../../src/tools/backup.ts';
import { restore } from '../../src/tools/restore.ts';
import { bareDatabase } from '../kit.ts';
import { untilSealed } from '../sealed.ts';

let folder: string;
let target: Awaited<ReturnType<typeof bareDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recoup-months-restored-'));
  target = await bareDatabase();
});
afterAll(async () => {
  await target.end();
  await rm(folder, { recursive: true, force: true });
});

const written = (database: Database): Promise<number> =>
  database.run(sql`insert into event (type, domain, facts)
    select 'x.tested', 'x', jsonb_build_object('n', n) from generate_series(1, 500) n`);
/** Restores a backup of one database into the other. */
async function restoredFrom(database: Database, look: (restored: Database) => Promise<void>): Promise<void> {
  const file = path.join(folder, 'agency.backup.gz');
  await backup(database.config, file);
  await restore(target.database.config, file, true);
  const restored = openDatabase(target.database.config);
  try {
    await look(restored);
  } finally {
    await restored.end();
  }
}
const chainOf = (database: Database) =>
  database.one(sql`select broken_seal() as broken, (select count(*)::int from event_seal) as seals`);

test('a backup from before partitioned events restores them into months with a valid chain and notes', async () => {
  const admin = new pg.Client(inject('postgres'));
  await admin.connect();
  const name = `recoup_test_months_restored_${process.pid}`;
  await admin.query(`create database ${name}`);
  const before = await mkdtemp(path.join(folder, 'before-'));
  for (const file of await readdir(migrationsFolder))
    if (file < '0720') await symlink(fileURLToPath(new URL(file, migrationsFolder)), path.join(before, file));
  const old = openDatabase({ ...inject('postgres'), database: name });
  try {
    await migrate(old, { folder: pathToFileURL(`${before}/`) });
    await written(old);
    const left = 'agent_intervals_2020_01';
    const facts = { table: 'agent_intervals', name: left, bound: '', columns: ['id'], file: 'f', rows: 3 };
    for (const type of ['system.month-archived', 'system.month-returned', 'system.month-archived'])
      await old.run(
        sql`insert into event (type, domain, facts) values (${type}, 'system', ${JSON.stringify(facts)})`,
      );
    await untilSealed(old);
    const was = await chainOf(old);
    await restoredFrom(old, async (restored) => {
      expect(await chainOf(restored)).toEqual(was);
      expect(await restored.rows(sql`select name, left_at is not null as "isAway" from month_files`)).toEqual(
        [{ name: left, isAway: true }],
      );
      const [next] = await restored.rows<{ isLast: boolean }>(
        sql`insert into event (type, domain) values ('x.tested', 'x') returning id > (select max(id) from event) as "isLast"`,
      );
      expect(next).toEqual({ isLast: true });
    });
  } finally {
    await old.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
});

test('with archived months the list is equal, and their files verify against their hashes', async () => {
  const { database, end } = await bareDatabase();
  const client = await database.connect();
  const safe = openSafe({ dataDir: folder });
  const store = await filesOf({ dataDir: folder }, safe);
  const watch = auditWatch(database, openAnchors({ safe, dataDir: folder }), store);
  try {
    await written(database);
    await makeMonths(client, new Date(Date.now() + 100 * 86_400_000));
    await written(database);
    const gone: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      await untilSealed(database);
      expect((await watch.look()).is).toBe('whole');
      const later = new Date(Date.now() + 4 * 366 * 86_400_000);
      gone.push(...(await takeOffMonths({ database, store }, eventsKept(36), later)));
    }
    expect(gone).toContain('event_before');
    await untilSealed(database);
    const list = sql`select name, facts, noted_by, left_at from month_files order by name`;
    await restoredFrom(database, async (restored) => {
      expect(await chainOf(restored)).toEqual(await chainOf(database));
      expect(await restored.rows(list)).toEqual(await database.rows(list));
      expect(await checkMonths({ database: restored, store })).toBeUndefined();
      await store.remove(
        (await restored.one<{ file: string }>(sql`select facts ->> 'file' as file from month_files limit 1`))
          ?.file ?? '',
      );
      expect((await checkMonths({ database: restored, store }))?.is).toBe('gone');
    });
  } finally {
    client.release();
    await end();
  }
});
