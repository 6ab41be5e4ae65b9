/** Browser lines: the exchange gets a secret per session, and rings once the browser is registered. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { type Caller, refusal } from '../kit.ts';
import { type Desk, becomes, openDesk, statusOf } from './desk.ts';
import { until } from '../until.ts';

let desk: Desk;
let fake: Desk['fake'];
beforeAll(async () => {
  // Controlled clock: periodic checks run at once.
  desk = await openDesk(
    { now: () => new Date('2026-11-20T05:00:00Z') },
    '&wss=wss://pbx.test:8089/ws&stun=stun.test:3478&turn=turn.test:3478&turnSecret=shared',
  );
  fake = desk.fake;
});
afterAll(() => desk.close());

const login = (agent: Caller) => agent.call(dialer.login, { campaignId: desk.campaignId, leg: 'webrtc' });
/** The audio warning on their screen. */
const says = (agent: Caller, unheard: string | null): Promise<unknown> =>
  until(async () => (await agent.call(dialer.status, {})).unheard === unheard);
const rings = (): number => fake.asked.filter((one) => /^POST \/channels\/[^/]+$/.test(one)).length;

test('the line is rung when the browser is registered, with a secret valid for the session', async () => {
  const agent = await desk.agent(3001);
  expect((await refusal(agent.call(dialer.browserLine, {}))).body.code).toBe('DIALER_OFF');
  expect((await agent.call(dialer.legs, {})).legs).toContain('webrtc');
  expect(await login(agent)).toMatchObject({ leg: 'webrtc' });
  const line = await agent.call(dialer.browserLine, {});
  expect(line).toMatchObject({ address: 'wss://pbx.test:8089/ws', uri: 'sip:3001@pbx.test' });
  const [stun, turn] = line.iceServers;
  expect(stun).toEqual({ urls: 'stun:stun.test:3478' });
  // Valid for a day, and only with the secret of the TURN server.
  const username = `${Date.parse('2026-11-21T05:00:00Z') / 1000}:`;
  expect(turn).toMatchObject({
    urls: 'turn:turn.test:3478',
    username: expect.stringMatching(`^${username}\\d+$`) as string,
  });
  const credential = createHmac('sha1', 'shared')
    .update(turn?.username ?? '')
    .digest('base64');
  expect(turn?.credential).toBe(credential);
  await until(() => fake.secrets.has('3001'));
  expect(fake.secrets.get('3001')).toBe(line.password);
  await agent.call(dialer.ready, {});
  expect(await statusOf(agent)).toBe('Ready');
  expect(rings()).toBe(0);
  await agent.call(dialer.lineReady, {});
  await becomes(agent, 'waiting');
  // The tab is closed: the agent gets no calls until it is open again.
  const [leg] = fake.channels.keys();
  await fetch(`${fake.url.replace(/\?.*/, '').replace('recoup:secret@', '')}ari/channels/${leg}`, {
    method: 'DELETE',
    headers: { Authorization: `Basic ${Buffer.from('recoup:secret').toString('base64')}` },
  });
  await becomes(agent, 'IDLE');
  await agent.call(dialer.ready, {});
  expect(await statusOf(agent)).toBe('Ready');
  await agent.call(dialer.lineReady, {});
  await becomes(agent, 'waiting');
  await agent.call(session.logout, {});
  await until(() => fake.secrets.get('3001') !== line.password);
  await until(() => fake.channels.size === 0);
});

test('without an extension, or by another line, there is none in the browser; pages may connect to the exchange', async () => {
  const agent = await desk.agent(null);
  expect((await agent.call(dialer.legs, {})).legs).not.toContain('webrtc');
  expect((await refusal(login(agent))).body.code).toBe('LEG_NOT_POSSIBLE');
  await agent.call(dialer.login, { campaignId: desk.campaignId });
  expect((await refusal(agent.call(dialer.browserLine, {}))).body.code).toBe('LEG_NOT_POSSIBLE');
  expect((await refusal(agent.call(dialer.lineReady, {}))).body.code).toBe('LEG_NOT_POSSIBLE');
  const page = await fetch(`${desk.server.url}/login`);
  expect(page.headers.get('content-security-policy')).toContain('wss://pbx.test:8089');
});

const customers = (): string[] =>
  [...fake.channels.values()].filter(({ args }) => args === 'customer').map(({ id }) => id);
const lineOf = (): string | undefined =>
  [...fake.channels.values()].find(({ args, state }) => args === 'agent' && state === 'Up')?.id;
async function waiting(extension: number): Promise<{ agent: Caller; line: string }> {
  const agent = await desk.agent(extension);
  await login(agent);
  await agent.call(dialer.ready, {});
  await agent.call(dialer.lineReady, { hasCall: false });
  await becomes(agent, 'waiting');
  return { agent, line: lineOf() ?? '' };
}

test('a reloaded page gets its line again, and resumes its call with the borrower', async () => {
  const { agent, line } = await waiting(3002);
  // The page with the call may register repeatedly.
  await agent.call(dialer.lineReady, { hasCall: true });
  expect(await statusOf(agent)).toBe('waiting');
  expect(lineOf()).toBe(line);

  await agent.call(dialer.lineReady, { hasCall: false });
  await until(() => lineOf() !== undefined && lineOf() !== line);
  await becomes(agent, 'waiting');
  expect(fake.channels.has(line)).toBe(false);

  await agent.call(dialer.manualCall, { id: String(await desk.loan(agent, 'B1')) });
  await becomes(agent, 'on-call');
  const spoken = lineOf();
  const [leg = ''] = customers();
  await agent.call(dialer.lineReady, { hasCall: false });
  await until(() => fake.heardBy(leg).join() === 'music');
  await until(() => lineOf() !== undefined && lineOf() !== spoken);
  expect(await statusOf(agent)).toBe('on-call');
  await agent.call(dialer.resumeCall, {});
  await until(() => fake.heardBy(leg).join() === lineOf());
  await agent.call(session.logout, {});
  await until(() => fake.channels.size === 0);
});

test('a line without audio is dropped, and gets no calls until the page is open again', async () => {
  const { agent, line } = await waiting(3003);
  fake.mute.add(line);
  await becomes(agent, 'Ready');
  await until(() => !fake.channels.has(line));
  expect(lineOf()).toBeUndefined();
  await agent.call(dialer.lineReady, { hasCall: false });
  await becomes(agent, 'waiting');
  await agent.call(session.logout, {});
  await until(() => fake.channels.size === 0);
});

test('a desk phone without audio is rung again, with the borrower on hold until it recovers or the call is over', async () => {
  const agent = await desk.agent(3004);
  await agent.call(dialer.login, { campaignId: desk.campaignId, leg: 'nailed' });
  await agent.call(dialer.ready, {});
  await becomes(agent, 'waiting');
  const first = lineOf() ?? '';
  fake.mute.add(first);
  await until(() => lineOf() !== undefined && lineOf() !== first);
  await becomes(agent, 'waiting');
  expect(fake.channels.has(first)).toBe(false);

  const line = lineOf() ?? '';
  await agent.call(dialer.manualCall, { id: String(await desk.loan(agent, 'B2')) });
  await becomes(agent, 'on-call');
  const [leg = ''] = customers();
  await until(() => fake.heardBy(leg).join() === line);
  fake.mute.add(line);
  await until(() => fake.heardBy(leg).join() === 'music');
  await says(agent, 'line');
  fake.mute.delete(line);
  await says(agent, null);
  await until(() => fake.heardBy(leg).join() === line);
  fake.mute.add(line);
  await until(() => customers().length === 0);
  await becomes(agent, 'wrap-up');
  await until(() => lineOf() !== undefined && lineOf() !== line);
  await agent.call(session.logout, {});
  await until(() => fake.channels.size === 0);
});

test('an agent gets a warning when the microphone or the borrower is silent', async () => {
  const agent = await desk.agent(3005);
  await agent.call(dialer.login, { campaignId: desk.campaignId, leg: 'nailed' });
  await agent.call(dialer.ready, {});
  await becomes(agent, 'waiting');
  const line = lineOf() ?? '';
  await agent.call(dialer.manualCall, { id: String(await desk.loan(agent, 'B3')) });
  await becomes(agent, 'on-call');
  const [leg = ''] = customers();
  await until(() => [leg, line].every((id) => fake.asked.includes(`POST /channels/${id}/variable`)));
  const speaks = (id: string): void =>
    fake.say({ type: 'ChannelTalkingStarted', channel: { id, name: 'PJSIP/x-1', state: 'Up' } });
  speaks(leg);
  await says(agent, 'voice');
  speaks(line);
  await says(agent, null);
  fake.mute.add(leg);
  await says(agent, 'borrower');
  fake.mute.delete(leg);
  await says(agent, null);
  await agent.call(session.logout, {});
  await until(() => fake.channels.size === 0);
});
