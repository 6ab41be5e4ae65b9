/** Whoever holds the database can recompute every seal, but not what a process outside of it has seen. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditWatch } from '../../src/app/server/operation/audit-watch.ts';
import { Fragment, sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';

let server: TestServer;
beforeEach(async () => {
  server = await boot();
});
afterEach(() => server.stop());

async function happened(times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await server.database.run(
      sql`insert into event (type, domain, facts) values ('x.tested', 'x', '{"n": 1}')`,
    );
  const unsealed = () =>
    server.database.one<{ n: number }>(
      sql`select (select count(*) from event) - (select count(*) from event_seal) as n`,
    );
  await expect
    .poll(
      async () => {
        await server.database.run(sql`select seal_events()`);
        return (await unsealed())?.n;
      },
      { timeout: 10_000 },
    )
    .toBe(0);
}
/** Somebody with all rights switches the guards off. */
const tamper = (...statements: string[]): Promise<void> =>
  server.database.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.run(new Fragment([statement], []));
  });
const newest = 'select max(n) from event_seal';

test('what is added and sealed holds, and the newest seal is told', async () => {
  await happened(3);
  const look = auditWatch(server.database);
  const first = await look();
  await happened(2);
  const second = await look();
  expect([first.is, second.is]).toEqual(['whole', 'whole']);
  expect(second).not.toEqual(first);
});

test('a chain that was cut off at its end, or recomputed, is not what was seen', async () => {
  await happened(5);
  const look = auditWatch(server.database);
  await look();
  await tamper(
    `delete from event_seal where n = (${newest})`,
    'delete from event where id = (select max(id) from event)',
  );
  expect(await server.database.one(sql`select broken_seal() as id`)).toEqual({ id: null });
  expect((await look()).is).toBe('rewritten');
});

test('an event that was changed before it was looked at is named', async () => {
  await happened(2);
  const look = auditWatch(server.database);
  await look();
  await happened(3);
  const event = await server.database.one<{ id: number }>(sql`select max(id) as id from event`);
  await tamper(`update event set facts = '{"n": 2}' where id = ${event?.id}`);
  expect(await look()).toEqual({ is: 'broken', event: event?.id });
});
