/** A disposition repeated within two minutes needs a confirmation; a confirmed one is recorded. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { addLoan, deviceOf } from '../sync/phone.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let now = new Date('2026-11-20T06:00:00Z');
let server: TestServer;
let agent: Caller;
let other: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  const lead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = lead;
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
});

const followUp = (o: object = {}) => ({
  loanId,
  dispositionId: 2,
  followUpDate: '2026-11-21T06:00:00Z',
  comments: 'Call in the evening',
  ...o,
});
const save = (o: object = {}, who = agent) => who.call(borrowerDispositions.record, followUp(o));
const written = async (): Promise<number> =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*)::int as n from borrower_dispositions where loan_id = ${loanId}`,
    )
  )?.n ?? 0;
const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000));

test('a repeat within two minutes is rejected with its time, and recorded once confirmed', async () => {
  await save();
  pass(60);
  const { status, body } = await refusal(save());
  expect([status, body.code]).toEqual([409, 'SAME_OUTCOME']);
  expect(body.message).toMatch(/same outcome for this loan at \d/);
  expect(await written()).toBe(1);
  await save({ isRepeat: true });
  expect(await written()).toBe(2);
});

test('another comment, another person and two minutes later are no repetition', async () => {
  await save();
  await save({ comments: 'Call in the morning' });
  await save({}, other);
  pass(121);
  await save();
  expect(await written()).toBe(4);
});

test('dispositions of two calls are no repetition', async () => {
  await save({ callRefNo: randomUUID() });
  await save({ callRefNo: randomUUID() });
  expect(await written()).toBe(2);
});

test('an entry of an outbox is recorded with a notice, and its replay returns the first response', async () => {
  await save();
  const device = deviceOf(agent);
  const item = await device.item(followUp(), { at: now });
  const [first] = await device.send([item]);
  expect(first).toMatchObject({ verdict: 'APPLIED_WITH_NOTICE', notices: [{ code: 'POSSIBLE_DUPLICATE' }] });
  expect(await device.send([item])).toMatchObject([{ row: first?.row, isReplay: true }]);
  expect(await written()).toBe(2);
});

test('of two simultaneous identical requests one needs a confirmation', async () => {
  const settled = await Promise.allSettled([save(), save()]);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await written()).toBe(1);
});
