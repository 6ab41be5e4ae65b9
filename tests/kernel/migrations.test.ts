import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/app/database/migrate.ts';
import { ownMigrations } from '../../src/app/database/migrate.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { bareDatabase } from '../kit.ts';

let db: Awaited<ReturnType<typeof bareDatabase>>;
beforeAll(async () => {
  db = await bareDatabase();
});
afterAll(() => db.end());

const checksums = () =>
  db.database.rows<{ name: string; checksum: string | null }>(
    sql`select name, checksum from migration order by name`,
  );

test('every applied migration is kept with the checksum of its file', async () => {
  const kept = await checksums();
  expect(kept.map(({ name }) => name)).toEqual(await ownMigrations());
  expect(kept.filter(({ checksum }) => !/^[0-9a-f]{64}$/.test(checksum ?? ''))).toEqual([]);
});

test('an installation from before there were checksums gets them, and is migrated no further', async () => {
  const before = await checksums();
  await db.database.run(sql`alter table migration drop column checksum`);
  expect(await migrate(db.database)).toEqual([]);
  expect(await checksums()).toEqual(before);
});

test('a migration that was changed after it was applied is refused with a sentence', async () => {
  const name = '0004-loans.sql';
  const [own] = (await checksums()).filter((one) => one.name === name);
  await db.database.run(sql`update migration set checksum = ${'0'.repeat(64)} where name = ${name}`);
  await expect(migrate(db.database)).rejects.toThrow(
    'The migration 0004-loans.sql was changed after it was applied to this database.',
  );
  await db.database.run(sql`update migration set checksum = ${own?.checksum} where name = ${name}`);
  expect(await migrate(db.database)).toEqual([]);
});
