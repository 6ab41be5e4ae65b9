/** The database folds names and loan numbers as the program does. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearKey } from '../../src/kernel/contract/identity/loan-number.ts';
import { searchName } from '../../src/kernel/contract/identity/search-name.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { emptyDatabase } from '../kit.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.end());

const ranges: readonly (readonly [number, number])[] = [
  [1, 0x7f],
  [0x20, 0x7f],
  [0xa0, 0x24f],
  [0x2b0, 0x36f],
  [0x600, 0x64f],
  [0x900, 0xdff],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0xfe00, 0xfe0f],
];
const letter = fc.oneof(
  ...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
);
const names = [
  'Ravi  Kumar',
  'José D’Souza',
  "Jose\u0301 D'Souza",
  'Łukasz Ærø Weiß',
  'फ़ातिमा बेगम',
  'ক্ষ\u200Dমা',
  'தமிழ்ச்செல்வி',
  'A\tB\nC',
  '',
  "O'Neil-Smith (Jr.)",
];

test('names are folded alike', async () => {
  const all = [...names, ...fc.sample(fc.string({ unit: letter, maxLength: 24 }), 4000)];
  const folded = await database.database.rows<{ name: string; is: string }>(
    sql`select name, search_name(name) as is from unnest(${all}::text[]) with ordinality as x (name, n) order by n`,
  );
  expect(folded.filter(({ name, is }) => is !== searchName(name))).toEqual([]);
  expect(folded).toHaveLength(all.length);
});

test('loan numbers are near each other alike', async () => {
  const all = fc.sample(
    fc.string({ unit: fc.constantFrom(...'00001234567890Ab .-'.split('')), maxLength: 22 }),
    4000,
  );
  const keys = await database.database.rows<{ number: string; is: string }>(
    sql`select number, loan_near_key(number) as is from unnest(${all}::text[]) with ordinality as x (number, n) order by n`,
  );
  expect(keys.filter(({ number, is }) => is !== nearKey(number))).toEqual([]);
});
