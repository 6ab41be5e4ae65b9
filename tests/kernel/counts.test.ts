/** Totals of a list: with the page, separate, or alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
const many = 10_020;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_break');
  await server.database.run(sql`insert into breaks (name, duration)
    select 'Break ' || n, '00:10' from generate_series(1, ${many}::int) n`);
});
afterAll(() => server.stop());

test('lists have exact totals up to ten thousand, then a lower bound', async () => {
  expect(await admin.call(breaks.list, { q: 'Break 1001', size: 5 })).toMatchObject({ count: 11 });
  const all = await admin.call(breaks.list, { size: 5 });
  expect(all).toMatchObject({ count: 10_000, isMore: true });
  expect(await admin.call(breaks.list, { q: '1', size: 5 })).not.toHaveProperty('isMore');
});

test('a deep page includes the preceding rows, and the last one the total', async () => {
  const behind = await admin.call(breaks.list, { size: 5, page: 2003 });
  expect(behind).toMatchObject({ count: 10_015, isMore: true });
  const last = await admin.call(breaks.list, { size: 500, page: 21 });
  expect(last.rows).toHaveLength(20);
  expect(last).toMatchObject({ count: many });
  expect(last).not.toHaveProperty('isMore');
  expect(await admin.call(breaks.list, { size: 500, page: 22 })).toMatchObject({ rows: [], count: many });
});

test('rows without a total do not compute one, and return it only when cached', async () => {
  const page = await admin.call(breaks.list, { size: 5, part: 'rows' });
  expect(page.rows).toHaveLength(5);
  expect(page).not.toHaveProperty('count');
  expect(await admin.call(breaks.list, { q: 'Break 1001', part: 'rows' })).toMatchObject({ count: 11 });
});

test('the total alone returns no rows', async () => {
  const counted = await admin.call(breaks.list, { q: 'Break 1001', part: 'count' });
  expect(counted).toEqual({ statusCode: 200, rows: [], count: 11 });
  const other = refusal(admin.call(breaks.list, { part: 'all' as 'rows' }));
  expect((await other).body.fields).toEqual([{ path: 'part', fault: 'invalid' }]);
});

test('a request for the exact total gets it, however large', async () => {
  const all = await admin.call(breaks.list, { part: 'exact' });
  expect(all).toEqual({ statusCode: 200, rows: [], count: many });
});
