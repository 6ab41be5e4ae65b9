/** Expired data is deleted at start, and hourly. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot, bootBeside } from '../kit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(() => server.stop());

const count = async (from: ReturnType<typeof sql>): Promise<number> =>
  (await server.database.one<{ n: number }>(sql`select count(*) as n ${from}`))?.n ?? -1;

test('sessions, links, look-ups and gateway bodies are deleted on expiry, and not before', async () => {
  const { id } = await server.person({ roleType: 'agent' });
  const { database } = server;
  await database.run(sql`
    insert into session (token_hash, user_id, expires_at, idle)
    select decode(md5(n::text), 'hex'), ${id}, now() + make_interval(days => n), interval '1 day' from unnest(array[-1, 1]) n`);
  await database.run(sql`
    insert into password_link (token_hash, user_id, purpose, expires_at)
    select decode(md5(n::text), 'hex'), ${id}, 'reset', now() + make_interval(days => n) from unnest(array[-31, -29]) n`);
  await database.run(sql`
    insert into payment_lookups (stranger, path, at)
    select '\\x00', 'forgotten', now() + make_interval(days => n) from unnest(array[-31, -29]) n`);
  await database.run(sql`
    insert into payment_works (mark, at)
    select decode(md5(n::text), 'hex'), now() + make_interval(hours => n) from unnest(array[-25, -23]) n`);
  await database.run(sql`
    insert into gateway_events (gateway, event_id, told, verdict, body, at)
    select 'sandbox', 'old' || n, 'success', 'applied', '{}', now() + make_interval(days => n) from unnest(array[-91, -89]) n`);
  const second = await bootBeside(server);
  await second.stop();
  expect({
    sessions: await count(
      sql`from session where token_hash in (select decode(md5(n), 'hex') from unnest(array['-1', '1']) n)`,
    ),
    links: await count(sql`from password_link where user_id = ${id} and purpose = 'reset'`),
    lookups: await count(sql`from payment_lookups where path = 'forgotten'`),
    works: await count(sql`from payment_works`),
    events: await count(sql`from gateway_events`),
    bodies: await count(sql`from gateway_events where body is not null`),
  }).toEqual({ sessions: 1, links: 1, lookups: 1, works: 1, events: 2, bodies: 1 });
});
