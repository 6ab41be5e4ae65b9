/** A restored database is a new one: a phone's state of the old one is ignored. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SyncItem } from '../../src/kernel/contract/outbox/sync-rows.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller, TestServer } from '../kit.ts';
import { addLoan, bootTeam, deviceOf, followUp } from './phone.ts';

let server: TestServer;
let agent: Caller;
let loanId = 0;

beforeAll(async () => {
  ({ server, agent } = await bootTeam());
  loanId = await addLoan(server, agent.id);
});
afterAll(() => server.stop());

const changes = (since?: string) => agent.call(sync.changes, since === undefined ? {} : { since });
const restored = () => server.database.rows(sql`select new_database_epoch()`);
const cursorParts = async (): Promise<[identity: string, from: string]> => {
  const [identity = '', from = ''] = (await changes())?.cursor.split('.') ?? [];
  return [identity, from];
};

test('a cursor of a database replaced by a backup restarts, even in the same cluster', async () => {
  const before = await changes();
  expect((await changes(before?.cursor))?.isWhole).toBe(false);
  await restored();
  const after = await changes(before?.cursor);
  expect([after?.isWhole, after?.loans.map(({ id }) => id)]).toEqual([true, [loanId]]);
  expect((await changes(after?.cursor))?.isWhole).toBe(false);
});

test('a cursor later than the database restarts, also in the middle of its pages', async () => {
  const [identity, from] = await cursorParts();
  const later = String(BigInt(from) + 1_000_000n);
  expect((await changes(`${identity}.${later}`))?.isWhole).toBe(true);
  expect((await changes(`${identity}.1.${later}.${loanId}`))?.isWhole).toBe(true);
  expect((await changes(`${identity}.${from}`))?.isWhole).toBe(false);
});

test('a cursor from before database ids is understood, and restarts', async () => {
  const [cluster = ''] = (await cursorParts())[0].split('-');
  const answers = [await changes(`${cluster}.1`), await changes(`${cluster}.1.2.${loanId}`)];
  expect(answers.map((answer) => answer?.isWhole)).toEqual([true, true]);
});

test('entries lost in a restore are resent under their keys, before anything new is applied', async () => {
  const phone = deviceOf(agent);
  const first = await phone.item(followUp(loanId, 'lost with the disk'));
  const second = await phone.item(followUp(loanId, 'written after'));
  const send = (items: SyncItem[], epoch?: string) =>
    agent.call(sync.batch, {
      deviceId: phone.deviceId,
      sentAt: new Date().toISOString(),
      items,
      ...(epoch && { epoch }),
    });
  const { epoch } = (await send([first])) ?? {};
  await server.database.transaction(async (tx) => {
    await tx.run(sql`delete from borrower_dispositions where client_uuid = ${first.key}`);
    await tx.run(sql`delete from idempotency where key = ${first.key}`);
    await tx.run(sql`select new_database_epoch()`);
  });
  const written = () =>
    server.database.rows<{ comments: string }>(
      sql`select comments from borrower_dispositions where client_uuid in (${first.key}, ${second.key}) order by id`,
    );
  const putOff = await send([second], epoch);
  expect(putOff?.answers.map(({ status, code }) => [status, code])).toEqual([[409, 'IN_PROGRESS']]);
  expect(await written()).toEqual([]);
  const both = await send([first, second], putOff?.epoch);
  expect(both?.answers.map(({ status }) => status)).toEqual([200, 200]);
  await send([first, second], putOff?.epoch);
  expect((await written()).map(({ comments }) => comments)).toEqual(['lost with the disk', 'written after']);
});

test('every delivery names its database, and after a restore a new one', async () => {
  const { deviceId, item } = deviceOf(agent);
  const send = async () =>
    agent.call(sync.batch, {
      deviceId,
      sentAt: new Date().toISOString(),
      items: [await item(followUp(loanId))],
    });
  const epochOf = async () => (await agent.call(sync.receipts, { deviceId }))?.epoch;
  const first = (await send())?.epoch;
  expect([first, await epochOf()]).toEqual([expect.any(String), first]);
  await restored();
  const second = (await send())?.epoch;
  expect(second).not.toBe(first);
  expect(await epochOf()).toBe(second);
});
