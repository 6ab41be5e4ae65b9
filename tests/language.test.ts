import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../src/kernel/server/database/sql.ts';
import { tablesOf } from '../src/app/database/schema/tables.ts';
import { language, wordsOf } from '../src/language/language.ts';
import { bareDatabase } from './kit.ts';

let db: Awaited<ReturnType<typeof bareDatabase>>;
beforeAll(async () => {
  db = await bareDatabase();
});
afterAll(() => db.end());

test('tables and columns named by terms exist', async () => {
  const found = await db.database.rows<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
    union select table_name from information_schema.tables where table_schema = 'public'`);
  const known = new Set(found.map(({ name }) => name));
  const places = language
    .flatMap(({ table, column }) => [table, column])
    .filter((place) => place !== undefined);
  expect(places.length).toBeGreaterThan(90);
  expect(places.filter((place) => !known.has(place))).toEqual([]);
});

test('a term is defined in the context of its table', () => {
  const ownerOf = new Map(
    Object.entries(tablesOf).flatMap(([owner, tables]) =>
      Object.keys(tables).map((table) => [table, owner] as const),
    ),
  );
  const misplaced = language.filter(({ table, owner }) => table && ownerOf.get(table) !== owner);
  expect(misplaced.map(({ name, table, owner }) => [name, table, owner])).toEqual([]);
  expect(Object.keys(wordsOf)).toEqual(Object.keys(tablesOf));
});
