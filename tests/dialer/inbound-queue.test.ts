/** Queue callers: greeted, given their position, and connected in order of arrival. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { inboundQueues } from '../../src/contexts/dialer/contract/inbound-queues.ts';
import { refusal } from '../kit.ts';
import { type Floor, openFloor } from './floor-of-callers.ts';
import { until } from '../until.ts';

const did = '1600000001';
let floor: Floor;
let first: number;
let second: number;
beforeAll(async () => {
  floor = await openFloor();
  first = await floor.team('First team');
  second = await floor.team('Second team');
  await floor.queue({ number: did, teamId: first, secondTeamId: second });
});
afterAll(() => floor.stop());
afterEach(() => floor.leaveAll());

const waiting = (number: string): Promise<void> =>
  until(async () => (await floor.last(number))?.stage === 'waiting', 'the queue');
const ends = (number: string): Promise<void> =>
  until(async () => (await floor.last(number))?.state === 'ended', 'the end');
const hears = (id: string, what: string, times?: number): Promise<void> => floor.hears(id, what, times);

test('a caller gets a greeting, position and music until a team agent answers', async () => {
  const [loan, other] = [await floor.loan(), await floor.loan()];
  const id = floor.fake.callIn(`+91${loan.mobile}`, did);
  await hears(id, 'recoup/greeting-hi');
  expect(floor.fake.playedTo(id).join()).toContain('recoup/place-1-en');
  const behind = floor.fake.callIn(other.mobile, did);
  await hears(behind, 'place-2');
  await hears(id, 'music');
  await floor.wasTold(loan.mobile);
  floor.pass(31);
  await hears(id, 'place-1', 2);
  const agent = await floor.agent(first);
  await floor.becomes(agent, 'ringing');
  expect((await floor.status(agent)).call).toMatchObject({ loanId: loan.id, type: 'inbound' });
  await agent.call(dialer.answer, {});
  await floor.becomes(agent, 'on-call');
  expect(floor.fake.heardBy(id)).toHaveLength(1);
  expect(floor.fake.heardBy(id)).not.toContain('music');
  expect(await floor.last(loan.mobile)).toMatchObject({ result: 'answered', userId: agent.id });
  floor.fake.giveUp(id);
  floor.fake.giveUp(behind);
  await ends(other.mobile);
  expect(await floor.last(other.mobile)).toMatchObject({ result: 'missed', outcome: 'no_answer' });
});

test('the last agent is first if eligible, then the team, and a paused team gets none', async () => {
  const [last, waits] = [await floor.agent(second, { rests: true }), await floor.agent(first)];
  const loan = await floor.loan(last);
  await floor.spoke(loan, last, second);
  const id = floor.fake.callIn(loan.mobile, did);
  await floor.becomes(last, 'ringing');
  expect((await floor.status(waits)).status).toBe('waiting');
  await last.call(dialer.decline, {});
  await floor.becomes(waits, 'ringing');
  floor.fake.giveUp(id);
  await floor.becomes(waits, 'waiting');
  expect((await floor.status(last)).status).toBe('IDLE');
});

test('the second team is eligible after its delay', async () => {
  const agent = await floor.agent(second);
  const loan = await floor.loan();
  const id = floor.fake.callIn(loan.mobile, did);
  await waiting(loan.mobile);
  floor.pass(10);
  await hears(id, 'music');
  expect((await floor.status(agent)).status).toBe('waiting');
  floor.pass(21);
  await floor.becomes(agent, 'ringing');
  floor.fake.giveUp(id);
  await ends(loan.mobile);
});

test('the first caller is connected first, and one missed by an agent remains queued', async () => {
  const loans = [await floor.loan(), await floor.loan(), await floor.loan()];
  for (const { mobile } of loans) {
    floor.fake.callIn(mobile, did);
    await waiting(mobile);
  }
  const order: (number | null | undefined)[] = [];
  for (let n = 0; n < loans.length; n += 1) {
    const agent = await floor.agent(first);
    await floor.becomes(agent, 'ringing');
    order.push((await floor.status(agent)).call?.loanId);
    await agent.call(dialer.answer, {});
    await floor.becomes(agent, 'on-call');
  }
  expect(order).toEqual(loans.map(({ id }) => id));
  const loan = await floor.loan();
  floor.fake.callIn(loan.mobile, did);
  const slow = await floor.agent(first);
  await floor.becomes(slow, 'ringing');
  floor.pass(21);
  await floor.becomes(slow, 'waiting');
  expect(await floor.last(loan.mobile)).toMatchObject({ state: 'ringing', userId: null, stage: 'waiting' });
});

test('a number is one queue’s; both hours or none, and no team twice', async () => {
  const draft = { number: '1600000009', teamId: first };
  for (const wrong of [
    { closesAt: null },
    { closesAt: '07:00' },
    { secondTeamId: first },
    { thirdTeamId: second },
  ])
    expect((await refusal(floor.queue({ ...draft, ...wrong }))).body.code).toBe('INVALID_INPUT');
  expect((await refusal(floor.queue({ number: did, teamId: first, name: 'Other' }))).body.code).toBe('TAKEN');
  const made = await floor.queue(draft);
  await floor.admin.call(inboundQueues.edit, { id: String(made.id), opensAt: null, closesAt: null });
  const reader = await floor.server.as('list_trunks');
  expect(
    (await refusal(reader.call(inboundQueues.edit, { id: String(made.id), name: 'Mine' }))).body.code,
  ).toBe('FORBIDDEN');
});
