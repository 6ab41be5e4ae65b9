/** Early media for agents who dial: the carrier's announcement, or a ringing tone. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { secondLine } from '../../src/contexts/dialer/contract/call-control/second-line.ts';
import { session } from '../../src/kernel/contract/session.ts';
import type { DialStep } from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { type Desk, becomes, openDesk } from './desk.ts';
import { until } from '../until.ts';

const began = Date.now();
const clock = { now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began) };
let desk: Desk;
let agent: Caller;
let extension = 7000;
let steps: DialStep[] = [];
beforeAll(async () => {
  desk = await openDesk(clock, '&answers=recoup-answered');
  // Longer than any test: only test actions change the call.
  await desk.server.database.run(sql`update campaigns set ring_s = 60 where id = ${desk.campaignId}`);
});
afterAll(() => desk.close());
beforeEach(async () => {
  extension += 1;
  agent = await desk.agent(extension);
  await agent.call(dialer.login, { campaignId: desk.campaignId, leg: 'nailed' });
  await until(() => line() !== undefined);
  desk.fake.planFor = ({ trunk }) => (trunk === '' ? undefined : { steps, talkMs: 60_000 });
});
afterEach(async () => {
  delete desk.fake.planFor;
  await agent.call(session.logout, {});
  for (const { id } of desk.fake.channels.values()) desk.fake.giveUp(id);
  await until(() => desk.fake.channels.size === 0);
});

const rings = { afterMs: 100, type: 'ringing' } as const;
const announces = { afterMs: 100, type: 'progress' } as const;
const line = (): string | undefined =>
  [...desk.fake.channels.values()].find(
    ({ name, state }) => name.startsWith(`PJSIP/${extension}-`) && state === 'Up',
  )?.id;
const hears = (id: string, what: string): Promise<void> =>
  until(
    () => desk.fake.heardBy(id).join() === what,
    () => `${id} hears ${what}, not ${desk.fake.heardBy(id).join()}`,
  );
let loans = 0;
async function loanOf(): Promise<string> {
  loans += 1;
  const loanId = await desk.loan(agent, `E${loans}`);
  await desk.server.database.run(sql`
    update loans set mobile = ${`97${String(loans).padStart(6, '0')}21`} where id = ${loanId}`);
  return String(loanId);
}
/** Without a ring time: it rings until the test continues. */
async function dial(): Promise<string> {
  const { callRefNo } = await agent.call(dialer.manualCall, { id: await loanOf() });
  await until(() => desk.fake.channels.has(callRefNo));
  return callRefNo;
}
const earlyBridges = (): number =>
  [...desk.fake.bridges.values()].filter(({ id }) => id.includes('early')).length;

test('the agent gets a ringing tone until the answer, and the recording starts with the answer', async () => {
  steps = [rings];
  const ref = await dial();
  await hears(line() ?? '', 'tone');
  expect(desk.fake.isRecorded(ref)).toBe(false);
  desk.fake.pickUp(ref);
  await becomes(agent, 'on-call');
  await hears(line() ?? '', ref);
  await hears(ref, line() ?? '');
  await until(() => desk.fake.isRecorded(ref));
  await until(() => earlyBridges() === 0);
  const call = await desk.server.database.one<{ isAfter: boolean }>(sql`
    select bridged_at >= answered_at and answered_at > ringing_at as "isAfter" from call_attempts where reference_id = ${ref}`);
  expect(call).toEqual({ isAfter: true });
});

test('the agent gets the carrier’s announcement, and the line is idle again after the failure', async () => {
  steps = [announces, { afterMs: 20_000, type: 'ended', cause: 19, sip: 480, by: 'network' }];
  const ref = await dial();
  await hears(line() ?? '', ref);
  await becomes(agent, 'wrap-up');
  const call = await desk.server.database.one(
    sql`select outcome from call_attempts where reference_id = ${ref}`,
  );
  expect(call).toEqual({ outcome: 'switched_off' });
  await until(() => earlyBridges() === 0);
  const parked = [...desk.fake.bridges.values()].find(({ bridge_type: type }) => type === 'holding');
  expect(parked?.channels).toContain(line());
});

test('an announcement after ringing replaces the tone', async () => {
  steps = [rings, { ...announces, afterMs: 6000 }];
  const ref = await dial();
  await hears(line() ?? '', 'tone');
  await hears(line() ?? '', ref);
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up');
  await until(() => earlyBridges() === 0 && !desk.fake.channels.has(ref));
});

test('a line connected during ringing gets the audio too', async () => {
  steps = [rings];
  const before = line() ?? '';
  const ref = await dial();
  await hears(before, 'tone');
  await desk.server.database.run(sql`
    update agent_sessions set mode = 'READY' where user_id = ${agent.id} and ended_at is null`);
  desk.fake.giveUp(before);
  await until(() => line() !== undefined && line() !== before);
  await hears(line() ?? '', 'tone');
  desk.fake.pickUp(ref);
  await becomes(agent, 'on-call');
  await hears(line() ?? '', ref);
});

test('a second call has early media, and the first borrower returns when it fails', async () => {
  steps = [rings];
  const first = await dial();
  desk.fake.pickUp(first);
  await becomes(agent, 'on-call');
  await hears(first, line() ?? '');
  steps = [announces];
  const { callRefNo: second } = await agent.call(secondLine.place, { id: await loanOf() });
  await hears(line() ?? '', second);
  await hears(first, 'music');
  desk.fake.giveUp(second);
  await hears(line() ?? '', first);
  await hears(first, line() ?? '');
});

test('a campaign call has no early media before the answer', async () => {
  steps = [rings, { ...announces, afterMs: 100 }];
  await agent.call(dialer.ready, {});
  await becomes(agent, 'waiting');
  const loanId = await loanOf();
  await desk.server.database.run(
    sql`update loans set campaign_id = ${desk.campaignId} where id = ${Number(loanId)}`,
  );
  await desk.server.database.run(sql`
    update dialer_processes set is_started = true where campaign_id = ${desk.campaignId}`);
  await becomes(agent, 'ringing');
  const ref = (await agent.call(dialer.status, {})).call?.callRefNo ?? '';
  await until(() => desk.fake.channels.get(ref)?.hasEarlyMedia === true);
  await until(async () =>
    Boolean(
      await desk.server.database.one(
        sql`select 1 as ok from call_attempts where reference_id = ${ref} and progress_at is not null or ringing_at is not null`,
      ),
    ),
  );
  expect(earlyBridges()).toBe(0);
  expect(desk.fake.heardBy(line() ?? '')).toEqual([]);
  await desk.server.database.run(sql`
    update dialer_processes set is_started = false where campaign_id = ${desk.campaignId}`);
});
