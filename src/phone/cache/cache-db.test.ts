import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { CacheDb, type LoanEntry, deleteCaches } from './cache-db.ts';

const sealed = (text: string) => ({ iv: new Uint8Array(12), ct: new TextEncoder().encode(text).buffer });
const loan = (id: number, at: number): LoanEntry => ({
  id,
  borrowerId: id,
  at,
  use: at,
  bytes: 1000,
  row: sealed(`row ${id}`),
});
const cache = new CacheDb(1);
afterEach(() => cache.delete());

test('profile data survives a feed update of its loan, and at most 500 loans are cached', async () => {
  await cache.putLoans([loan(1, 1)]);
  await cache.putDetail(1, sealed('profile'), 5);
  await cache.putLoans([loan(1, 2)]);
  expect(await cache.loan(1)).toMatchObject({ at: 2, use: 5, detailAt: 5 });
  await cache.putLoans(Array.from({ length: 510 }, (_, i) => loan(i + 2, 3)));
  await cache.trimLoans(new Set([511]), 10);
  expect(await cache.loans()).toHaveLength(500);
  expect(await cache.loan(1)).toBeDefined();
  expect(await cache.loan(511)).toBeDefined();
});

test('what was summed up of the loans is believed until one of them changes, also while it is put together', async () => {
  const changes = [
    () => cache.putLoans([loan(2, 2)]),
    () => cache.putDetail(1, sealed('profile'), 5),
    () => cache.deleteLoans([2]),
  ];
  await cache.putLoans([loan(1, 1)]);
  for (const change of changes) {
    const { state } = await cache.summary();
    await cache.putSummary(state, sealed('rows'));
    expect((await cache.summary()).sealed).toEqual(sealed('rows'));
    await change();
    expect((await cache.summary()).sealed).toBeUndefined();
    // Started before the change, finished after it.
    await cache.putSummary(state, sealed('rows of before'));
    expect((await cache.summary()).sealed).toBeUndefined();
  }
});

test('loans that are no longer this person’s are forgotten', async () => {
  await cache.putLoans([loan(1, 10), loan(2, 10)]);
  await cache.putLoans([loan(2, 20)]);
  await cache.keepLoansSince(20);
  expect((await cache.loans()).map(({ id }) => id)).toEqual([2]);
  await cache.deleteLoans([2]);
  expect(await cache.loans()).toEqual([]);
});

test('the cache remains below five megabytes by evicting the least recently used', async () => {
  const large = 1_000_000;
  for (const [i, key] of ['a', 'b', 'c', 'd', 'e'].entries()) await cache.putReply({ key, at: i }, large);
  await cache.reply('a', 10);
  await cache.putReply({ key: 'f', at: 11 }, large);
  expect(await cache.reply('b', 12)).toBeUndefined();
  expect(await cache.reply('a', 12)).toBeDefined();
});

test("another user's cache is deleted at sign-in", async () => {
  await new CacheDb(2).putReply({ key: 'a', at: 1, reply: 1 }, 1);
  await cache.putReply({ key: 'a', at: 1, reply: 1 }, 1);
  expect(await deleteCaches(1)).toBe(true);
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names.filter((name) => name?.startsWith('recoup-cache-'))).toEqual(['recoup-cache-1']);
});
