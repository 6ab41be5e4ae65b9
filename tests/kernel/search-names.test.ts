/** The database folds names as the program does, and finds loan numbers that may be one. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const isNear = async (one: string, other: string): Promise<boolean | undefined> =>
  (
    await database.database.one<{ near: boolean }>(
      sql`select loan_near_key(${one}) = loan_near_key(${other}) and are_parts_alike(${one}, ${other}) as near`,
    )
  )?.near;
test.each([
  ['0012345678', '12345678'],
  ['B400002', 'b400002'],
  ['12345680.0', '12345680'],
  ['RC 110', 'RC110'],
  ['123456789012345678', '123456789012345000'],
  ['SVM01', 'SVM1'],
  ['SVM0001', 'svm1'],
  ['LN00123', 'LN123'],
  ['LN0012A007', 'LN12A7'],
  ['0LN12', 'LN12'],
  ['SVM-0001', 'SVM 0001'],
  ['SVM-0001', 'SVM/0001'],
  ['SVM_0001', 'SVM1'],
  ['SVM.0001', 'SVM#1'],
  ['AB-1', 'AB1'],
  ['#AB1', 'AB1'],
  ['PL/2024/00012', 'PL-2024-12'],
  ['5010-1123-4567', '501011234567'],
  ['0012-0003', '12-3'],
  ['1234 5678', '1234-5678'],
])('the loan numbers %s and %s are near each other', async (one, other) => {
  expect(await isNear(one, other)).toBe(true);
  expect(await isNear(other, one)).toBe(true);
});
test.each([
  ['1234567890123456', '12345678901234560'],
  ['123456789012345', '123456789012340'],
  ['12-3', '1-23'],
  ['PL/1/23', 'PL/12/3'],
  ['SVM10', 'SVM1'],
  ['SVM100', 'SVM1'],
  ['A0B', 'AB'],
  ['LN0', 'LN'],
  ['SVM1', 'SVN1'],
])('the loan numbers %s and %s are not near each other', async (one, other) => {
  expect(await isNear(one, other)).toBe(false);
});
