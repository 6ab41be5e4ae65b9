/** Device key of a phone's loans, for a forgotten PIN. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
beforeAll(async () => (server = await boot()));
afterAll(() => server.stop());

const agent = (): Promise<Caller> => server.person({ roleType: 'agent' });
const phone = randomUUID();

test('a phone gets its device key right after sign-in', async () => {
  const meera = await agent();
  await meera.call(session.keepDeviceKey, { deviceId: phone, key: 'first' });
  await meera.call(session.keepDeviceKey, { deviceId: phone, key: 'second' });
  expect(await meera.call(session.openDeviceKey, { deviceId: phone })).toEqual({ key: 'second' });
});

test('the device key requires the password again after one hour', async () => {
  const meera = await agent();
  await meera.call(session.keepDeviceKey, { deviceId: phone, key: 'mine' });
  await server.database.run(
    sql`update session set created_at = now() - interval '1 hour' where user_id = ${meera.id}`,
  );
  const refused = await refusal(meera.call(session.openDeviceKey, { deviceId: phone }));
  expect([refused.status, refused.body.code]).toEqual([403, 'SIGN_IN_AGAIN']);
});

test('another person on the same phone does not get it', async () => {
  const [meera, asif] = [await agent(), await agent()];
  await meera.call(session.keepDeviceKey, { deviceId: phone, key: 'mine' });
  expect((await refusal(asif.call(session.openDeviceKey, { deviceId: phone }))).body.code).toBe('NOT_FOUND');
});

test('the oldest of too many phones is forgotten', async () => {
  const meera = await agent();
  const phones = Array.from({ length: 6 }, () => randomUUID());
  for (const deviceId of phones) await meera.call(session.keepDeviceKey, { deviceId, key: deviceId });
  const [oldest = '', ...others] = phones;
  expect((await refusal(meera.call(session.openDeviceKey, { deviceId: oldest }))).body.code).toBe(
    'NOT_FOUND',
  );
  for (const deviceId of others)
    expect(await meera.call(session.openDeviceKey, { deviceId })).toEqual({ key: deviceId });
});

test('the database contains no plaintext device key', async () => {
  const meera = await agent();
  await meera.call(session.keepDeviceKey, { deviceId: phone, key: 'very-secret' });
  const stored = await server.database.rows<{ row: string }>(sql`select k::text as row from device_key k`);
  expect(stored.some(({ row }) => /very-secret/.test(row))).toBe(false);
});

test('a device key copied to another user in the database does not decrypt', async () => {
  const [meera, asif] = [await agent(), await agent()];
  await meera.call(session.keepDeviceKey, { deviceId: phone, key: 'mine' });
  await server.database.run(sql`insert into device_key (user_id, device_id, key_sealed)
    select ${asif.id}, device_id, key_sealed from device_key where user_id = ${meera.id}`);
  await expect(asif.call(session.openDeviceKey, { deviceId: phone })).rejects.toThrow();
});

test('what happened is remembered, the key is not in it', async () => {
  const meera = await agent();
  await meera.call(session.keepDeviceKey, { deviceId: phone, key: 'very-secret' });
  await meera.call(session.openDeviceKey, { deviceId: phone });
  const events = await server.database.rows<{ type: string; facts: object }>(
    sql`select type, facts from event where actor_id = ${meera.id} order by id`,
  );
  expect(events).toEqual([
    { type: 'session.device-key-kept', facts: {} },
    { type: 'session.device-key-opened', facts: {} },
  ]);
});
