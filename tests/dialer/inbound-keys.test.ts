/** Choices of queue callers, results of unanswered calls, and their callbacks. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { transfers } from '../../src/contexts/dialer/contract/call-control/transfers.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { refusal } from '../kit.ts';
import { type Floor, openFloor } from './floor-of-callers.ts';
import { until } from '../until.ts';

const [did, shut] = ['1600000001', '1600000002'];
let floor: Floor;
let team: number;
beforeAll(async () => {
  floor = await openFloor();
  team = await floor.team('Early dues');
  await floor.queue({ number: did, teamId: team });
  await floor.queue({ number: shut, teamId: team, opensAt: '13:00', closesAt: '20:00' });
});
afterAll(() => floor.stop());
afterEach(() => floor.leaveAll());

const ends = (number: string): Promise<void> =>
  until(async () => (await floor.last(number))?.state === 'ended', 'the end');
const hears = (id: string, what: string, times?: number): Promise<void> => floor.hears(id, what, times);
const leadOf = (loanId: number) =>
  floor.server.database.one<{ phone: string; at: string; agentId: number | null; state: string }>(sql`
    select phone, callback_at as at, callback_agent_id as "agentId", state from leads where loan_id = ${loanId}`);
const openTasks = (loanId: number) =>
  floor.server.database.rows<{ why: string; calls: number; agentId: number | null; waited: number }>(sql`
    select why, calls, agent_id as "agentId", waited_s as waited from missed_calls where loan_id = ${loanId} and closed_at is null`);

test('key 1 creates a callback at the same position and number, subject to the policy', async () => {
  const loan = await floor.loan(null, team);
  const called = floor.clock.now().getTime();
  const id = floor.fake.callIn(loan.mobile, did);
  await hears(id, 'key-call-back');
  const entered = floor.clock.now().getTime();
  floor.pass(20);
  floor.fake.press(id, '1');
  await hears(id, 'will-call');
  await until(async () => !floor.fake.channels.has(id), 'the end');
  await ends(loan.mobile);
  expect(await floor.last(loan.mobile)).toMatchObject({ result: 'call_back', outcome: 'no_answer' });
  const lead = await leadOf(loan.id);
  expect(lead).toMatchObject({ phone: loan.mobile, state: 'queued' });
  // Arrival time, not the time of the key press; stored in seconds.
  expect(Date.parse(lead?.at ?? '')).toBeGreaterThanOrEqual(called - 1000);
  expect(Date.parse(lead?.at ?? '')).toBeLessThanOrEqual(entered);
  expect(await openTasks(loan.id)).toMatchObject([{ why: 'call_back', calls: 1 }]);
});

test('repeated hang-ups create one task, closed by the call that reaches the borrower', async () => {
  const agent = await floor.agent(team, { rests: true });
  const loan = await floor.loan(agent);
  for (let n = 0; n < 2; n += 1) {
    const id = floor.fake.callIn(loan.mobile, did);
    await hears(id, 'greeting');
    floor.pass(80);
    floor.fake.giveUp(id);
    await ends(loan.mobile);
  }
  const [task, other] = await openTasks(loan.id);
  expect(task).toMatchObject({ why: 'hung_up', calls: 2 });
  expect(task?.waited).toBeGreaterThanOrEqual(80);
  expect(other).toBeUndefined();
  await agent.call(dialer.manualCall, { id: String(loan.id) });
  await floor.becomes(agent, 'on-call');
  expect(await openTasks(loan.id)).toEqual([]);
});

test('outside hours an announcement plays, and a requested callback is placed in business hours', async () => {
  const loan = await floor.loan(null, team);
  const id = floor.fake.callIn(loan.mobile, shut);
  await hears(id, 'closed');
  floor.fake.press(id, '1');
  await ends(loan.mobile);
  expect(await leadOf(loan.id)).toMatchObject({ at: '2026-11-20T07:30:00Z' });
  const other = await floor.loan();
  const silent = floor.fake.callIn(other.mobile, shut);
  for (const times of [1, 2]) {
    await hears(silent, 'closed', times);
    await hears(silent, 'music');
    await floor.wasTold(other.mobile);
    floor.pass(26);
  }
  await ends(other.mobile);
  expect(await openTasks(other.id)).toMatchObject([{ why: 'closed' }]);
});

test('a voicemail is recorded after the tone, stored, and linked to the call', async () => {
  const loan = await floor.loan();
  const id = floor.fake.callIn(loan.mobile, did);
  await hears(id, 'key-voicemail');
  floor.fake.press(id, '2');
  await hears(id, 'speak');
  const { referenceId = '' } = (await floor.last(loan.mobile)) ?? {};
  await until(async () => floor.fake.live.has(referenceId), 'the recording');
  floor.pass(15);
  floor.fake.finishMessage(id);
  await hears(id, 'thanks');
  await ends(loan.mobile);
  const recording = () =>
    floor.server.database.one<{ state: string; seconds: number }>(sql`
      select r.state, r.duration_s as seconds from recordings r join call_attempts k on k.id = r.attempt_id
      where k.reference_id = ${referenceId}`);
  await until(async () => (await recording())?.state === 'stored', 'the file');
  expect((await recording())?.seconds).toBeGreaterThanOrEqual(15);
  expect(await openTasks(loan.id)).toMatchObject([{ why: 'voicemail' }]);
});

const pressed = async (number: string): Promise<number | undefined> =>
  (
    await floor.server.database.one<{ n: number }>(sql`
      select length(c.digits) as n from queue_calls c join call_attempts k on k.id = c.attempt_id where k.phone = ${number}`)
  )?.n;
test('the digit prompt is identical with and without a matching loan', async () => {
  const loan = await floor.loan();
  const heard: string[] = [];
  for (const digits of [loan.number.slice(-6), '999999']) {
    const from = `97000${digits.slice(-5)}`;
    const before = floor.fake.media.length;
    const id = floor.fake.callIn(from, did);
    await hears(id, 'ask-digits');
    for (let n = 1; n <= digits.length; n += 1) {
      floor.fake.press(id, digits.charAt(n - 1));
      await until(async () => (await pressed(from)) === n, 'the key');
    }
    await hears(id, 'thanks');
    floor.fake.giveUp(id);
    await ends(from);
    heard.push(floor.fake.media.slice(before).join());
  }
  expect(heard[0]).toBe(heard[1]);
  const found = await floor.server.database.rows<{ loanId: number | null }>(sql`
    select c.suggested_loan_id as "loanId" from queue_calls c where c.digits <> '' order by c.attempt_id`);
  expect(found.map(({ loanId }) => loanId)).toEqual([loan.id, null]);
  // Neither is identified: a task by number alone.
  const tasks = await floor.server.database.rows<{ loanId: number | null }>(
    sql`select loan_id as "loanId" from missed_calls where number like '97000%' and closed_at is null`,
  );
  expect(tasks).toEqual([{ loanId: null }, { loanId: null }]);
});

test('a prompt finishes before it is repeated', async () => {
  const id = floor.fake.callIn('9600000077', did);
  await hears(id, 'ask-digits');
  // Greeting and prompt last longer than the input timeout.
  floor.pass(35);
  await hears(id, 'music');
  expect(floor.fake.playedTo(id)).toHaveLength(1);
  await floor.wasTold('9600000077');
  floor.pass(9);
  await hears(id, 'ask-digits', 2);
  floor.fake.giveUp(id);
  await ends('9600000077');
});

test('a borrower of another lender is unidentified here', async () => {
  const loan = await floor.loan();
  const { database } = floor.server;
  await database.run(sql`
    with c as (insert into clients (name) values ('Other lender') returning id),
      p as (insert into portfolios (name, client_id) select 'Other portfolio', id from c returning id, client_id)
    update loans l set client_id = p.client_id, portfolio_id = p.id from p where l.id = ${loan.id}`);
  const id = floor.fake.callIn(loan.mobile, did);
  await hears(id, 'ask-digits');
  expect((await floor.last(loan.mobile))?.loanId).toBeNull();
  floor.fake.giveUp(id);
  await ends(loan.mobile);
});

test('an unidentified caller rings at an agent, and is linked to a loan only by the agent', async () => {
  const agent = await floor.agent(team);
  const loan = await floor.loan();
  const from = '9600000001';
  const id = floor.fake.callIn(from, did);
  await hears(id, 'ask-digits');
  for (let n = 1; n <= 6; n += 1) {
    floor.fake.press(id, loan.number.slice(-6).charAt(n - 1));
    await until(async () => (await pressed(from)) === n, 'the key');
  }
  await floor.becomes(agent, 'ringing');
  const suggested = { borrower: expect.any(String) as string, loanNumber: loan.number };
  expect((await floor.status(agent)).call).toMatchObject({ loanId: null, borrower: '', suggested });
  expect((await refusal(agent.call(dialer.identify, { isTheirs: true }))).body.code).toBe('DIALER_BUSY');
  await agent.call(dialer.answer, {});
  await floor.becomes(agent, 'on-call');
  const before = (await refusal(agent.call(dialer.allowance, { id: String(loan.id) }))).body.code;
  expect(before).toBe('NOT_FOUND');
  const { call } = await agent.call(dialer.identify, { isTheirs: true });
  expect(call).toMatchObject({ loanId: loan.id, suggested: null });
  // The person is on a call: none of their numbers is dialled meanwhile.
  expect(await agent.call(dialer.allowance, { id: String(loan.id) })).toMatchObject({ rule: 'on_call' });
  floor.fake.giveUp(id);
  await floor.becomes(agent, 'wrap-up');
});

test('a caller without a loan requires no disposition', async () => {
  const agent = await floor.agent(team);
  const id = floor.fake.callIn('9600000002', did);
  await hears(id, 'ask-digits');
  floor.fake.press(id, '#');
  await hears(id, 'ask-digits', 2);
  floor.fake.press(id, '#');
  await hears(id, 'ask-digits', 3);
  floor.fake.press(id, '#');
  await floor.becomes(agent, 'ringing');
  await agent.call(dialer.answer, {});
  await floor.becomes(agent, 'on-call');
  floor.fake.giveUp(id);
  await floor.becomes(agent, 'waiting');
});

test('a caller without a loan requires no disposition after a transfer to a number', async () => {
  const agent = await floor.agent(team);
  const id = floor.fake.callIn('9600000003', did);
  await hears(id, 'ask-digits');
  for (let n = 1; n <= 6; n += 1) {
    floor.fake.press(id, '9');
    await until(async () => (await pressed('9600000003')) === n, 'the key');
  }
  await floor.becomes(agent, 'ringing');
  await agent.call(dialer.answer, {});
  await floor.becomes(agent, 'on-call');
  const branch = await floor.server.database.one<{ id: number }>(sql`
    insert into transfer_numbers (name, number) values ('Branch', '9700000022') returning id`);
  await agent.call(transfers.start, { isBlind: true, numberId: branch?.id ?? 0 });
  await floor.becomes(agent, 'waiting');
  floor.fake.giveUp(id);
  await ends('9600000003');
  expect((await floor.status(agent)).status).toBe('waiting');
});
