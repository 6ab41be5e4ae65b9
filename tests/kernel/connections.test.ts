/** A server respects its connection limit, and serves with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { roomOf } from '../../src/app/database/pools/room.ts';
import { activity } from '../../src/contexts/reporting/contract/activity.ts';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
let behind: Database;
beforeAll(async () => {
  // Distinguished from the test's connections.
  server = await boot({
    through: ({ config }) =>
      (behind = openDatabase({ ...config, application_name: 'recoup-few' }, roomOf(18))),
  });
});
afterAll(async () => {
  await server.stop();
  await behind.end();
});

test('with eighteen connections many reads, writes and reports at once are all answered', async () => {
  const person = await server.as('create_break', 'list_break', 'list_agent_activity');
  const seen: number[] = [];
  const count = async (): Promise<void> => {
    const row = await server.database.one<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name in ('recoup-few', 'recoup-jobs')`);
    seen.push(row?.n ?? 0);
  };
  const asked = Array.from({ length: 60 }, async (_, i) => {
    if (i % 3 === 0) await person.call(breaks.create, { name: `Tea ${i}`, duration: '00:15' });
    else if (i % 3 === 1) await person.call(breaks.list, {});
    else await person.call(activity.report, {});
    await count();
  });
  await Promise.all(asked);
  expect(seen).toHaveLength(60);
  expect(Math.max(...seen)).toBeGreaterThan(8);
  expect(Math.max(...seen)).toBeLessThanOrEqual(18);
});
