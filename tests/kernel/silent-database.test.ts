/** Silent database connections are detected and replaced: requests, sockets and jobs continue. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type SilentNetwork, openSilentNetwork } from '../fakes/silent-network.ts';
import { type TestServer, boot } from '../kit.ts';
import { lineOf } from '../matrix/socket.ts';

let network: SilentNetwork;
let behind: Database;
let server: TestServer;

beforeAll(async () => {
  network = await openSilentNetwork(inject('postgres'));
  server = await boot({
    through: ({ config }) =>
      (behind = openDatabase({ ...network.config, ...(config.database && { database: config.database }) })),
  });
});
afterAll(async () => {
  await server.stop();
  await behind.end();
  await network.stop();
});

/** Ten seconds are guaranteed; a busy host may be slower. */
const patience = { timeout: 60_000, interval: 100 };
let made = 0;

test('all connections are replaced: reads, writes, sockets and jobs continue automatically', async () => {
  const person = await server.as('create_break', 'list_break', 'add_user');
  const viewer = await server.as('list_break');
  const line = await lineOf(server, viewer);
  const read = (): Promise<unknown> => viewer.call(breaks.list, {});
  const write = (): Promise<unknown> =>
    person.call(breaks.create, { name: `Break ${(made += 1)}`, duration: '00:15' });
  // Every connection of the pools is in use once.
  await Promise.all(Array.from({ length: 24 }, (_, i) => (i % 2 ? read() : write())));
  await expect.poll(() => line.heard.length, patience).toBeGreaterThan(0);

  network.forget();
  const again = (works: () => Promise<unknown>): Promise<void> =>
    expect.poll(() => works().then(() => 'ok', String), patience).toBe('ok');
  line.heard.length = 0;
  await Promise.all([again(read), again(write)]);
  // Enough requests that no earlier connection remains in a pool.
  await again(() => Promise.all(Array.from({ length: 24 }, (_, i) => (i % 2 ? read() : write()))));
  await again(async () => {
    await write();
    await line.next('stale', 1000);
  });
  await person.call(users.create, {
    firstName: 'New',
    lastName: 'Person',
    email: 'invited@recoup.test',
    roleId: 7,
    extensionNumber: 2000,
    dob: '1994-05-17',
    userType: 'internal',
  });
  const letters = sql`select from mailbox where recipient = 'invited@recoup.test'`;
  await again(async () => expect(await server.database.rows(letters)).toHaveLength(1));
  line.close();
});

test('a merely slow statement is not cancelled', async () => {
  const [slow] = await behind.rows<{ waited: string }>(sql`select pg_sleep(4)::text as waited`);
  expect(slow).toEqual({ waited: '' });
});

test('what a lost connection had locked is free again', async () => {
  const holder = await behind.checkout();
  await holder.tx.run(sql`begin`);
  await holder.tx.run(sql`update breaks set name = name`);
  network.forget();
  const lost = holder.tx.run(sql`update breaks set name = name`).then(() => 'answered', String);
  expect(await lost).toMatch(/went silent/);
  holder.release(true);
  const free = (): Promise<unknown> =>
    server.database.rows(sql`select from breaks for update nowait`).then(() => 'free', String);
  await expect.poll(free, patience).toBe('free');
});

test('a silent database is detected also while the clock is set to the past repeatedly', async () => {
  const holder = await behind.checkout();
  await holder.tx.run(sql`begin`);
  network.forget();
  let said = '';
  const lost = holder.tx.run(sql`select 1`).catch((error: unknown) => (said = String(error)));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await expect
      .poll(() => {
        vi.setSystemTime(Date.now() - 3_600_000);
        return said;
      }, patience)
      .toMatch(/went silent/);
  } finally {
    vi.useRealTimers();
  }
  await lost;
  holder.release(true);
});
