/** A client stops reading a file: its connection is released. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 60_000 });
let server: TestServer;
beforeAll(async () => {
  server = await boot();
  // Exceeds the socket buffers.
  await server.database.run(sql`insert into users (first_name, last_name, email, role_id)
    select repeat('Long', 1000), repeat('Name', 1000) || n, 'user' || n || '@recoup.test',
      (select id from roles where role_type = 'agent' limit 1)
    from generate_series(1, 4000) n`);
});
afterAll(() => server.stop());

test('a stalled download releases its database connection within 90 seconds', async () => {
  const writing = async (): Promise<number> =>
    (
      await server.database.one<{ n: number }>(sql`
        select count(*)::int as n from pg_stat_activity
        where backend_type = 'client backend' and state = 'active' and query like 'copy (select%'`)
    )?.n ?? 0;
  const admin = await server.as('list_user', 'export_user');
  const answer = await admin.fetch('/api/user?export=true', { headers: { 'Accept-Encoding': 'identity' } });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  await reader?.read();
  expect(await writing()).toBe(1);
  await vi.waitUntil(async () => (await writing()) === 0, { timeout: 80_000, interval: 1000 });
});
