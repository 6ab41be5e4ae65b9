/** A server is killed between storing a recording and deleting it from the exchange, and another one starts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { until } from '../until.ts';
import { type Nodes, openNodes } from './exchange/nodes.ts';

let fake: FakeAri;
let nodes: Nodes;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  nodes = await openNodes(`${fake.url}&answers=recoup-answered`, 1);
});
afterAll(async () => {
  await nodes.stop();
  fake.close();
});

async function endedCall(): Promise<string> {
  const call = await nodes.database.one<{ reference: string }>(sql`
    with k as (insert into call_attempts (direction, mode, phone, state, outcome, dialed_at, answered_at, bridged_at, ended_at, wrap_end_at)
      select 'inbound', 'inbound', '9811111120', 'ended', 'connected', now(), now(), now(), now(), now() returning id, reference_id),
    r as (insert into recordings (attempt_id, state, started_at, duration_s, next_try_at)
      select id, 'at_provider', now(), 3, now() from k)
    select reference_id as reference from k`);
  const reference = call?.reference ?? '';
  fake.recordings.add(reference);
  return reference;
}
const stateOf = async (reference: string): Promise<string | undefined> =>
  (
    await nodes.database.one<{ state: string }>(sql`
      select r.state from recordings r join call_attempts k on k.id = r.attempt_id where k.reference_id = ${reference}`)
  )?.state;

test('the next server deletes what a killed server had stored and not deleted', async () => {
  const never = Promise.withResolvers<void>();
  fake.fail({
    method: 'DELETE',
    path: /recordings\/stored\/[\da-f]{8}-/,
    how: { until: never.promise },
    times: 100,
  });
  const reference = await endedCall();
  await until(
    () => fake.asked.includes(`DELETE /recordings/stored/${reference}`),
    'the deletion is requested',
  );
  expect(await stateOf(reference)).toBe('stored');
  await nodes.killHearer();
  fake.clearFaults();
  // The fake did the work of the first request, and its answer was lost: the file is there again, as from a slow exchange.
  fake.recordings.add(reference);
  await until(() => !fake.recordings.has(reference), 'the file is gone');
  expect(await stateOf(reference)).toBe('stored');
});

test('a recording stored by a killed server without its database record is stored once', async () => {
  const row = sql`select r.id from recordings r join call_attempts k on k.id = r.attempt_id`;
  const held = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  fake.fail({ method: 'GET', path: /stored\/.*\/file/, how: { until: slow.promise }, times: 1 });
  const reference = await endedCall();
  await until(
    () => fake.asked.some((one) => one === `GET /recordings/stored/${reference}/file`),
    'it is read',
  );
  const locked = Promise.withResolvers<void>();
  const lock = nodes.database.transaction(async (tx) => {
    await tx.run(sql`${row} where k.reference_id = ${reference} for update of r`);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  slow.resolve();
  // The file exists, and its database record waits for the lock.
  await until(
    async () =>
      (await nodes.database.one(sql`select from stored_file where key = ${`recording/${reference}`}`)) !==
      undefined,
    'the file is stored',
  );
  await nodes.killHearer();
  held.resolve();
  await lock;
  await nodes.database.run(sql`update recordings set next_try_at = now() where state = 'at_provider'`);
  await until(async () => (await stateOf(reference)) === 'stored', 'stored');
  await until(() => !fake.recordings.has(reference), 'the file is gone');
});
