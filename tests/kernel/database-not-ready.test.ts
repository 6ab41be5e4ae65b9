/** A read-only database is not ready, and rejected requests are retried automatically. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, bareDatabase, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Awaited<ReturnType<typeof bareDatabase>>;
let person: Caller;

beforeAll(async () => {
  server = await boot();
  admin = await bareDatabase();
  person = await server.as('create_break', 'list_break');
});
afterAll(async () => {
  await server.stop();
  await admin.end();
});

const patience = { timeout: 60_000, interval: 200 };
const readiness = async (): Promise<unknown> => {
  const response = await server.anonymous.fetch('/readyz');
  return [response.status, ((await response.json()) as { status: string }).status];
};
const ready = [200, 'ok'];
const notReady = [503, 'database not ready'];
let made = 0;
const write = (): Promise<unknown> =>
  person.call(breaks.create, { name: `Break ${(made += 1)}`, duration: '00:15' });

async function readOnly(isOn: boolean): Promise<void> {
  const client = await admin.database.connect();
  await client.query(
    `alter database ${server.databaseName} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
  );
  // As the address of a database that moved to its standby.
  if (isOn)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      server.databaseName,
    ]);
  client.release();
}

test('a read-only database is not ready; writes get a retry response until it accepts them', async () => {
  expect(await readiness()).toEqual(ready);
  await readOnly(true);
  await expect.poll(readiness, patience).toEqual(notReady);
  await expect
    .poll(() => person.call(breaks.list, {}).then(({ rows }) => rows, String), patience)
    .toEqual([]);
  const refused = async (): Promise<unknown> => (await refusal(write())).body.code;
  // Every connection that may write has met it.
  for (let i = 0; i < 10; i += 1) expect(await refused()).toBe('BUSY');
  await readOnly(false);
  await expect.poll(readiness, patience).toEqual(ready);
  await expect.poll(() => write().then(() => 'written', String), patience).toBe('written');
});

test('a database restored to an earlier moment is a new one for phones', async () => {
  await expect.poll(readiness, patience).toEqual(ready);
  const epoch = (): Promise<unknown> => server.database.one(sql`select number from database_epoch`);
  const before = await epoch();
  // Connections that were opened while it took no writes are still in use.
  const goBack = () => server.database.run(sql`update database_pulse set beats = 0`);
  await expect.poll(() => goBack().then(() => 'back', String), patience).toBe('back');
  await expect.poll(readiness, patience).toEqual(notReady);
  expect(await epoch()).not.toEqual(before);
  await expect.poll(readiness, patience).toEqual(ready);
});

test('one with the tables of another program is not ready', async () => {
  await server.database.run(sql`delete from migration where name = (select max(name) from migration)`);
  await expect.poll(readiness, patience).toEqual(notReady);
});
