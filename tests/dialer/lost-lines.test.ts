/** An agent's browser line is lost in a conversation: the borrower hears hold music, and the agent resumes within 20 seconds. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { secondLine } from '../../src/contexts/dialer/contract/call-control/second-line.ts';
import { transfers } from '../../src/contexts/dialer/contract/call-control/transfers.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, bootBeside, refusal } from '../kit.ts';
import { type Desk, becomes, openDesk } from './desk.ts';
import { until } from '../until.ts';

let now = Date.parse('2026-11-20T05:00:00Z');
const clock = { now: () => new Date(now), isMoved: true as const };
const browsers = '&answers=recoup-answered&wss=wss://pbx.test:8089/ws';
let desk: Desk;
let agent: Caller;
let extension = 6000;
beforeAll(async () => {
  desk = await openDesk(clock, browsers);
});
afterAll(() => desk.close());
beforeEach(async () => {
  extension += 1;
  agent = await desk.agent(extension);
  await agent.call(dialer.login, { campaignId: desk.campaignId, leg: 'webrtc' });
  await agent.call(dialer.lineReady, { hasCall: false });
  await until(() => line() !== undefined);
});
afterEach(async () => {
  // One test signs out itself.
  await agent.call(session.logout, {}).catch(() => undefined);
  for (const { id } of desk.fake.channels.values()) desk.fake.giveUp(id);
  await until(() => desk.fake.channels.size === 0);
  desk.fake.mute.clear();
  desk.fake.media.splice(0);
});

const here = () => agent.call(dialer.status, {});
const line = (): string | undefined =>
  [...desk.fake.channels.values()].find(
    ({ name, state }) => name.startsWith(`PJSIP/${extension}-`) && state === 'Up',
  )?.id;
const hears = (id: string, what: string): Promise<void> =>
  until(
    () => desk.fake.heardBy(id).join() === what,
    () => `${id} hears ${what}, not ${desk.fake.heardBy(id).join()}`,
  );
const speaks = async (ref: string): Promise<void> => {
  await hears(ref, line() ?? '');
  await hears(line() ?? '', ref);
};
const isLost = (): Promise<void> => until(async () => (await here()).call?.lineLoss?.isResuming === false);
const rowOf = (ref: string) =>
  desk.server.database.one<{ outcome: string | null; reason: string | null; losses: number }>(sql`
    select outcome, end_reason as reason, line_losses as losses from call_attempts where reference_id = ${ref}`);
const intervals = () =>
  desk.server.database.rows<{ word: string }>(
    sql`select word from agent_intervals where user_id = ${agent.id} order by started_at, id`,
  );

let loans = 0;
async function talk(): Promise<string> {
  loans += 1;
  const loanId = await desk.loan(agent, `L${loans}`);
  await desk.server.database.run(sql`
    update loans set mobile = ${`98${String(loans).padStart(6, '0')}21`} where id = ${loanId}`);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes(agent, 'on-call');
  await speaks(callRefNo);
  return callRefNo;
}
/** The page is reloaded: its new line is up, and the borrower hears hold music. */
async function reload(ref: string): Promise<void> {
  const before = line();
  await agent.call(dialer.lineReady, { hasCall: false });
  await isLost();
  await hears(ref, 'music');
  await until(() => line() !== undefined && line() !== before);
}
const hungUpOn = (ref: string): boolean => !desk.fake.channels.has(ref);

test('a reloaded page resumes its call, and both parties have audio', async () => {
  const ref = await talk();
  await reload(ref);
  const { call, status } = await here();
  expect(status).toBe('on-call');
  expect(call?.lineLoss?.isResuming).toBe(false);
  expect(Date.parse(call?.lineLoss?.until ?? '')).toBe(now + 20_000);
  // The dialplan plays no farewell meanwhile, and the line is not connected automatically.
  const looked = desk.fake.asked.filter((one) => one === 'GET /bridges').length;
  await until(() => desk.fake.asked.filter((one) => one === 'GET /bridges').length > looked + 2);
  await hears(ref, 'music');
  for (const isHeld of [false, true])
    expect((await refusal(agent.call(dialer.hold, { isHeld }))).body.code).toBe('DIALER_BUSY');
  expect(await agent.call(dialer.resumeCall, {})).toMatchObject({ call: { lineLoss: null } });
  await speaks(ref);
  expect((await refusal(agent.call(dialer.resumeCall, {}))).body.code).toBe('DIALER_BUSY');
  // The call continues beyond the limit of the lost line.
  now += 60_000;
  await until(async () => (await here()).call?.heldSince === null);
  await speaks(ref);
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up');
  expect(await rowOf(ref)).toMatchObject({ outcome: 'connected', reason: 'hangup', losses: 1 });
  expect((await intervals()).map(({ word }) => word)).not.toContain('waiting');
});

test('a closed tab disconnects its call after 20 seconds with a farewell, as connected', async () => {
  const ref = await talk();
  // Ready for calls: no other call may come meanwhile.
  await agent.call(dialer.ready, {});
  desk.fake.mute.add(line() ?? '');
  await isLost();
  await hears(ref, 'music');
  await until(() => line() === undefined);
  now += 19_000;
  await until(async () => (await here()).status === 'on-call' && !hungUpOn(ref));
  now += 1000;
  await until(() => desk.fake.playedTo(ref).some((media) => media.includes('nobody-here')));
  expect((await refusal(agent.call(dialer.resumeCall, {}))).body.code).toBe('DIALER_BUSY');
  await becomes(agent, 'wrap-up');
  expect(await rowOf(ref)).toMatchObject({ outcome: 'connected', reason: 'line-lost' });
  expect((await intervals()).map(({ word }) => word)).not.toContain('waiting');
});

test('a line that fails is no hang-up, and the exchange plays no farewell meanwhile', async () => {
  const ref = await talk();
  const before = line() ?? '';
  desk.fake.giveUp(before);
  await isLost();
  await hears(ref, 'music');
  await agent.call(dialer.lineReady, { hasCall: false });
  await until(() => line() !== undefined);
  await agent.call(dialer.resumeCall, {});
  await speaks(ref);
  expect(desk.fake.media.filter((one) => one.startsWith('dialplan:'))).toEqual([]);
});

test('Resume pressed before the line is up joins both once it is, also after 20 seconds', async () => {
  const ref = await talk();
  desk.fake.giveUp(line() ?? '');
  await isLost();
  now += 15_000;
  const pressed = await agent.call(dialer.resumeCall, {});
  expect(pressed.call?.lineLoss?.isResuming).toBe(true);
  expect(Date.parse(pressed.call?.lineLoss?.until ?? '')).toBe(now + 20_000);
  // A second Resume is ignored.
  await agent.call(dialer.resumeCall, {});
  now += 15_000;
  await agent.call(dialer.lineReady, { hasCall: false });
  await until(() => line() !== undefined);
  await speaks(ref);
  expect((await here()).call?.lineLoss).toBeNull();
});

test('a call that its agent disconnects during the loss is over at once', async () => {
  const ref = await talk();
  await reload(ref);
  await agent.call(dialer.hangUp, {});
  await until(() => hungUpOn(ref));
  await becomes(agent, 'wrap-up');
  expect(await rowOf(ref)).toMatchObject({ outcome: 'connected', reason: 'hangup' });
});

test('an agent who signs out during the loss disconnects the call at once', async () => {
  const ref = await talk();
  await reload(ref);
  await agent.call(session.logout, {});
  await until(async () => hungUpOn(ref) && (await rowOf(ref))?.outcome !== null);
  expect(await rowOf(ref)).toMatchObject({ outcome: 'connected', reason: 'hangup' });
});

test('a borrower who hangs up during the loss disconnects the call, and its outcome is due', async () => {
  const ref = await talk();
  await reload(ref);
  desk.fake.giveUp(ref);
  await becomes(agent, 'wrap-up');
  expect(await rowOf(ref)).toMatchObject({ outcome: 'connected', reason: null });
});

test('both borrowers of an agent with two calls resume with the line as before', async () => {
  const a = await talk();
  const loanId = await desk.loan(agent, `M${extension}`);
  await desk.server.database.run(sql`update loans set mobile = '9877777721' where id = ${loanId}`);
  const { callRefNo: b } = await agent.call(secondLine.place, { id: String(loanId) });
  await becomes(agent, 'on-call');
  await speaks(b);
  await reload(b);
  await hears(a, 'music');
  expect((await refusal(agent.call(secondLine.swap, {}))).body.code).toBe('DIALER_BUSY');
  await agent.call(dialer.resumeCall, {});
  await speaks(b);
  await hears(a, 'music');
  await agent.call(secondLine.swap, {});
  await speaks(a);
  await hears(b, 'music');
  desk.fake.giveUp(line() ?? '');
  await isLost();
  now += 20_000;
  await until(() => hungUpOn(a) && hungUpOn(b));
  await becomes(agent, 'wrap-up');
  for (const ref of [a, b])
    expect(await rowOf(ref)).toMatchObject({ outcome: 'connected', reason: 'line-lost' });
});

test('a joined colleague keeps the borrower when the agent’s line is lost', async () => {
  const own = extension;
  extension += 1;
  const colleague = await desk.agent(extension);
  await colleague.call(dialer.login, { campaignId: desk.campaignId, leg: 'nailed' });
  await colleague.call(dialer.ready, {});
  await becomes(colleague, 'waiting');
  const theirs = line() ?? '';
  extension = own;
  const ref = await talk();
  await agent.call(transfers.start, { userId: colleague.id, isBlind: false });
  await becomes(colleague, 'on-call');
  await agent.call(dialer.lineReady, { hasCall: false });
  await hears(ref, theirs);
  await hears(theirs, ref);
  await until(async () => (await here()).call === null);
  expect(await rowOf(ref)).toMatchObject({ outcome: null, losses: 0 });
  await colleague.call(session.logout, {});
  extension += 1;
});

test('Resume in two tabs at once resumes the call once', async () => {
  const ref = await talk();
  await reload(ref);
  const pressed = await Promise.allSettled([1, 2, 3].map(() => agent.call(dialer.resumeCall, {})));
  expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await speaks(ref);
  expect(await rowOf(ref)).toMatchObject({ outcome: null, losses: 1 });
  const resumed = await desk.server.database.rows(sql`
    select 1 from event where type = 'dialer.resumed' and facts->>'callRefNo' = ${ref}`);
  expect(resumed).toHaveLength(1);
});

test('another user cannot resume the call', async () => {
  const ref = await talk();
  await reload(ref);
  const other = await desk.agent(null);
  expect((await refusal(other.call(dialer.resumeCall, {}))).body.code).toBe('DIALER_OFF');
  await hears(ref, 'music');
  await agent.call(dialer.resumeCall, {});
  await speaks(ref);
});

test('a call resumes although its campaign was stopped and its loan reassigned meanwhile', async () => {
  const ref = await talk();
  await reload(ref);
  const other = await desk.agent(null);
  await desk.server.database.run(sql`
    update loans set assignee_id = ${other.id} where id = (select loan_id from call_attempts where reference_id = ${ref})`);
  await desk.server.database.run(sql`
    update dialer_processes set is_started = false where campaign_id = ${desk.campaignId}`);
  await agent.call(dialer.resumeCall, {});
  await speaks(ref);
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up');
  expect(await rowOf(ref)).toMatchObject({ outcome: 'connected' });
});

test('another server completes the loss handling of the first', async () => {
  const second = await bootBeside(desk.server, clock, { ARI_URL: `${desk.fake.url}${browsers}` });
  const ref = await talk();
  await reload(ref);
  await second.stop();
  now += 20_000;
  await until(() => hungUpOn(ref));
  await becomes(agent, 'wrap-up');
  expect(await rowOf(ref)).toMatchObject({ outcome: 'connected', reason: 'line-lost' });
});
