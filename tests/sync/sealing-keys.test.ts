/** Encryption keys for phones over a year: a database restored from days ago decrypts later entries. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { rotateKeys } from '../../src/contexts/sync/server/keys.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

const start = Date.parse('2026-11-22T06:00:00Z');
let day = 0;
const now = (): Date => new Date(start + day * 86_400_000);

let server: TestServer;
beforeAll(async () => {
  server = await boot({ clock: { now } });
});
afterAll(() => server.stop());

test('published sealing keys were in the database four weeks before', async () => {
  const held = new Map<string, number>();
  const given = new Set<string>();
  for (; day < 365; day += 7) {
    // As once a day, on two servers.
    await Promise.all([rotateKeys(server.database, now()), rotateKeys(server.database, now())]);
    for (const { kid } of await server.database.rows<{ kid: string }>(sql`select kid from sync_keys`))
      if (!held.has(kid)) held.set(kid, day);
    const agent = await server.person({ roleType: 'agent' });
    const { kid, validUntil } = (await agent.call(sync.key, {})) ?? {};
    expect(Date.parse(String(validUntil))).toBeGreaterThan(now().getTime() - 7 * 86_400_000);
    if (!given.has(String(kid)) && given.size > 0)
      expect(day - (held.get(String(kid)) ?? day)).toBeGreaterThanOrEqual(28);
    given.add(String(kid));
  }
  expect(given.size).toBe(5);
});
