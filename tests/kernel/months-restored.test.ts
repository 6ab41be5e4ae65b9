/** Months and restores: after a restore the list of months in files is the same, and their files are checked. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkMonths } from '../../src/app/database/check-months.ts';
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
