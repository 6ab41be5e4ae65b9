import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { canonical, digestOf } from '../../src/kernel/contract/outbox/canonical.ts';
import { seal, sealingKey } from '../../src/kernel/contract/outbox/seal.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { usersTask } from '../../src/contexts/work/contract/users-task.ts';
import { addTag } from '../../src/contexts/loans/server/change-store.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller, TestServer } from '../kit.ts';
import { addLoan, bootTeam, deviceOf, followUp } from './phone.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
let loanId = 0;
let device: ReturnType<typeof deviceOf>;

beforeAll(async () => {
  ({ server, lead, agent } = await bootTeam());
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
  device = deviceOf(agent);
});

const written = async (id = loanId): Promise<number> =>
  (await server.database.rows(sql`select from borrower_dispositions where loan_id = ${id}`)).length;

test('entries are applied in order, each answered separately; resent, nothing is added', async () => {
  const loan2 = await addLoan(server, agent.id);
  const items = [
    await device.item(followUp(loanId, 'first')),
    await device.item(followUp(999_999_999, 'nowhere')),
    await device.item(followUp(loan2, 'second')),
    await device.item({ loanId, dispositionId: 1 }),
    await device.item(followUp(loanId, 'third')),
  ];
  const answers = await device.send(items);
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 422, 200]);
  expect(answers[1]).toMatchObject({ words: expect.any(String) });
  expect(answers[3]?.fields?.map(({ path }) => path)).toEqual(['ptpDate', 'amount', 'followUpDate']);
  expect(answers[0]).toMatchObject({ verdict: 'APPLIED', notices: [], row: { id: expect.any(Number) } });
  const again = await device.send(items);
  expect(again.map(({ isReplay }) => isReplay ?? false)).toEqual([true, false, true, false, true]);
  expect(again.map(({ row }) => row?.id)).toEqual(answers.map(({ row }) => row?.id));
  expect([await written(), await written(loan2)]).toEqual([2, 1]);
});

test('an entry encrypted on the phone is opened by the server; in another envelope it is not', async () => {
  const key = (await agent.call(sync.key, {})) ?? { kid: '', spki: '' };
  const { input = {}, ...plain } = await device.item(followUp(loanId, 'sealed'));
  const envelope = { ...plain, deviceId: device.deviceId };
  const sealed = await seal(canonical(input), envelope, await sealingKey(key));
  const moved = { ...plain, key: crypto.randomUUID(), seq: 2, sealed };
  const answers = await device.send([{ ...plain, sealed }, moved]);
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [200, undefined],
    [422, 'SEAL_BROKEN'],
  ]);
  expect(await written()).toBe(1);
});

test('the phone gets its changed and revoked loans, within its cache limit', async () => {
  const mine = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const [kept, leaving] = [await addLoan(server, mine.id), await addLoan(server, mine.id)];
  const whole = await mine.call(sync.changes, {});
  expect(whole?.loans.map(({ id }) => id)).toEqual([kept, leaving]);
  expect([whole?.isWhole, whole?.hasMore]).toEqual([true, false]);
  expect(whole?.loans[0]).toMatchObject({ borrowerName: 'Asha Rao', mobile: 'XXXXXX3210', tags: [] });
  // Repeated until all concurrent transactions finished, of any session; then it is empty.
  let idle = whole;
  await expect
    .poll(async () => (idle = await mine.call(sync.changes, { since: idle?.cursor ?? '' }))?.loans, {
      timeout: 60_000,
    })
    .toEqual([]);
  expect([idle?.gone, idle?.isWhole]).toEqual([[], false]);
  // In one transaction, so that no other can finish between them: both are returned, or neither.
  await server.database.transaction(async (tx) => {
    await tx.run(sql`update loans set assignee_id = ${agent.id} where id = ${leaving}`);
    await addTag(tx, kept, { name: 'Legal', color: '#5f3dc4' });
  });
  let next = idle;
  await expect
    .poll(async () => (next = await mine.call(sync.changes, { since: idle?.cursor ?? '' }))?.gone, {
      timeout: 60_000,
    })
    .not.toEqual([]);
  expect([next?.loans.map(({ id }) => id), next?.gone]).toEqual([[kept], [leaving]]);
  expect(next?.loans[0]?.version).toBeGreaterThan(whole?.loans[0]?.version ?? 0);
});

test("the phone gets its owner's tasks of today with their loans and progress", async () => {
  const mine = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const ids = [await addLoan(server, mine.id), await addLoan(server, mine.id)];
  expect((await mine.call(sync.changes, {}))?.tasks).toEqual([]);
  const taskData = [{ loans: ids.map((id) => ({ loanId: id })) }];
  await mine.call(usersTask.create, { name: 'Morning round', taskData });
  const phone = deviceOf(mine);
  await phone.send([await phone.item(followUp(ids[0] ?? 0, 'not for the phone'))]);
  const [task] = (await mine.call(sync.changes, {}))?.tasks ?? [];
  expect(task).toMatchObject({ name: 'Morning round', total: 2, isAttended: 1, isToday: true });
  expect(task?.loans.map((loan) => [loan.loanId, loan.isAttended, loan.disposition])).toEqual([
    [ids[1], false, null],
    [ids[0], true, 'Followup'],
  ]);
  expect(JSON.stringify(task)).not.toContain('not for the phone');
  expect((await agent.call(sync.changes, {}))?.tasks).toEqual([]);
});

test("a phone compares its receipts with the server's", async () => {
  const items = [await device.item(followUp(loanId)), await device.item(followUp(loanId))];
  await device.send(items);
  const all = await agent.call(sync.receipts, { deviceId: device.deviceId });
  expect(all).toEqual({
    epoch: expect.any(String),
    count: 2,
    lastSeq: 2,
    digest: await digestOf(items.map(({ key }) => key).join('\n')),
  });
  expect((await agent.call(sync.receipts, { deviceId: device.deviceId, sinceSeq: 1 }))?.count).toBe(1);
  expect((await lead.call(sync.receipts, { deviceId: device.deviceId }))?.count).toBe(0);
});
