/** Encrypted entries of a user with a closed account. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { canonical } from '../../src/kernel/contract/outbox/canonical.ts';
import { seal, sealingKey } from '../../src/kernel/contract/outbox/seal.ts';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import type { SyncItem } from '../../src/kernel/contract/outbox/sync-rows.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { addLoan, deviceOf, followUp } from './phone.ts';

let server: TestServer;
let admin: Caller;
let lead: Caller;
let leaver: Caller;
let anybody: Caller;
let loanId = 0;
let device: ReturnType<typeof deviceOf>;
let token = '';

beforeAll(async () => {
  server = await boot();
  admin = await server.as('edit_user');
  lead = await server.person({ roleType: 'tech_lead' });
  anybody = server.anonymous;
});
afterAll(() => server.stop());
beforeEach(async () => {
  leaver = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, leaver.id);
  device = deviceOf(leaver);
  ({ token } = await leaver.call(sync.deviceToken, { deviceId: device.deviceId }));
});

async function sealed(comments: string): Promise<SyncItem> {
  const key = await leaver.call(sync.key, {});
  const { input = {}, ...plain } = await device.item(followUp(loanId, comments));
  const envelope = { ...plain, deviceId: device.deviceId };
  return { ...plain, sealed: await seal(canonical(input), envelope, await sealingKey(key)) };
}
const disable = () => admin.call(users.edit, { id: String(leaver.id), isActive: false, isConfirmed: true });
const handIn = (items: SyncItem[], o: object = {}) =>
  anybody.call(sync.handIn, { deviceId: device.deviceId, token, items, ...o });
const written = () =>
  server.database.rows<{ comments: string; by: number }>(
    sql`select comments, user_id as by from borrower_dispositions where loan_id = ${loanId} order by id`,
  );

test('is reviewed by a team leader, once, and attributed to its author on acceptance', async () => {
  const items = [await sealed('first'), await sealed('second')];
  await disable();
  expect((await refusal(device.send(items))).status).toBe(401);
  const first = await handIn(items);
  expect(first.isDisabled).toBe(true);
  expect(first.answers.map(({ verdict, notices }) => [verdict, notices?.[0]?.code])).toEqual([
    ['NEEDS_REVIEW', 'USER_DISABLED'],
    ['NEEDS_REVIEW', 'USER_DISABLED'],
  ]);
  // The answer was lost: the phone sends it all again.
  const again = await handIn(items);
  expect(again.answers.map(({ verdict, isReplay }) => [verdict, isReplay])).toEqual([
    ['NEEDS_REVIEW', true],
    ['NEEDS_REVIEW', true],
  ]);
  expect(await written()).toEqual([]);
  const { rows } = await lead.call(syncReviews.list, { userIds: [leaver.id], sort: 'createdAt' });
  expect(rows.length).toBe(2);
  await lead.call(syncReviews.accept, { id: String(rows[0]?.id) });
  expect(await written()).toEqual([{ comments: 'first', by: leaver.id }]);
});

test('already delivered entries are reported unchanged', async () => {
  const item = await sealed('before');
  await device.send([item]);
  await disable();
  const { answers } = await handIn([item]);
  expect(answers).toMatchObject([{ status: 200, verdict: 'APPLIED', isReplay: true }]);
});

test('an author who can still sign in delivers it themselves', async () => {
  expect(await handIn([await sealed('mine')])).toEqual({ isDisabled: false, answers: [] });
  const { rows } = await lead.call(syncReviews.list, { userIds: [leaver.id] });
  expect(rows).toEqual([]);
});

test('is limited to its device, its encryption and its author', async () => {
  const item = await sealed('true');
  const plain = await device.item(followUp(loanId, 'plain'));
  const foreign = { ...(await sealed('foreign')), actorId: lead.id };
  const moved = { ...(await sealed('moved')), sealed: item.sealed };
  await disable();
  const { answers } = await handIn([item, plain, foreign, moved]);
  expect(answers.map(({ key, status }) => [key, status])).toEqual([
    [item.key, 200],
    [plain.key, 422],
    [moved.key, 422],
  ]);
  const other = deviceOf(leaver).deviceId;
  expect((await refusal(handIn([item], { deviceId: other }))).status).toBe(403);
  expect((await refusal(handIn([item], { token: 'a'.repeat(64) }))).status).toBe(403);
});

test('a token expires after a month, and a newer one replaces it', async () => {
  const item = await sealed('late');
  const { token: newer } = await leaver.call(sync.deviceToken, { deviceId: device.deviceId });
  await disable();
  expect((await refusal(handIn([item]))).status).toBe(403);
  await server.database.run(
    sql`update device_tokens set expires_at = now() - interval '1 second' where device_id = ${device.deviceId}`,
  );
  expect((await refusal(handIn([item], { token: newer }))).status).toBe(403);
});
