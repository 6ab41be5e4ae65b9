import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedTables } from '../src/app/database/schema/tables.ts';
import { comment, readCatalogue } from '../src/app/database/schema/comment.ts';
import { commonColumns } from '../src/app/database/schema/common-columns.ts';
import { sql } from '../src/kernel/server/database/sql.ts';
import { bareDatabase } from './kit.ts';

let db: Awaited<ReturnType<typeof bareDatabase>>;
beforeAll(async () => {
  db = await bareDatabase();
});
afterAll(() => db.end());

async function catalogue() {
  const client = await db.database.connect();
  const found = await readCatalogue(client);
  client.release();
  return found;
}
const nameOf = ({ table, column }: { table: string; column: string | null }) =>
  column === null ? table : `${table}.${column}`;

test('every table, view and column has a comment in the database', async () => {
  const found = await catalogue();
  expect(found.length).toBeGreaterThan(900);
  expect(found.filter((one) => !one.comment?.trim()).map(nameOf)).toEqual([]);
});

test('commented objects exist, and no comment is longer than two rows of a tool', async () => {
  const known = new Set((await catalogue()).map(nameOf));
  const described = Object.entries(describedTables).flatMap(([table, { columns }]) => [
    table,
    ...Object.keys(columns ?? {}).map((column) => `${table}.${column}`),
  ]);
  expect(described.filter((name) => !known.has(name))).toEqual([]);
  const texts = (await catalogue()).map(({ comment: text }) => text ?? '');
  expect(texts.filter((text) => text.length > 240 || !/^[A-ZÀ-Þa-z0-9].*[.)]$/.test(text))).toEqual([]);
});

test('amounts in paise are marked: every money bigint names its unit', async () => {
  const money =
    /^(amount|needed|received|target|most|principal|total|collected|promised|.*_(amount|outstanding|valuation))$/;
  const bigints = await db.database.rows<{ table: string; column: string }>(
    sql`select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and data_type = 'bigint'`,
  );
  const amounts = bigints.filter(({ column }) => money.test(column)).map(nameOf);
  const comments = new Map((await catalogue()).map((one) => [nameOf(one), one.comment]));
  expect(amounts.length).toBeGreaterThan(40);
  expect(amounts.filter((one) => !/paise/i.test(comments.get(one) ?? ''))).toEqual([]);
});

test('comments are written where they differ, and nowhere else', async () => {
  const client = await db.database.connect();
  expect(await comment(client)).toBe(0);
  await client.query(`comment on column loans.dpd is 'an older text'; comment on table loans is null`);
  expect(await comment(client)).toBe(2);
  client.release();
  const loans = (await catalogue()).filter(({ table }) => table === 'loans');
  expect(loans.find(({ column }) => column === null)?.comment).toBe(describedTables['loans']?.is);
  expect(loans.find(({ column }) => column === 'u_id' || column === 'client_id')?.comment).toBe(
    commonColumns['client_id'],
  );
});
