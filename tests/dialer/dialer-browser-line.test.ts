/** Agents who speak in the browser: the exchange learns a secret for their session, and rings once the browser is there. */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let fake: FakeAri;
let server: TestServer;
let campaignId: number;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  // A clock of our own: what is looked at every few seconds is looked at at once.
  server = await boot({
    clock: { now: () => new Date('2026-11-20T05:00:00Z') },
    env: { ARI_URL: `${fake.url}&wss=wss://pbx.test:8089/ws` },
  });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Desk', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  await until(async () => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 800; i += 1) {
    if (await isSo()) return;
    await turn(10);
  }
  throw new Error('it never came');
}
async function agentOf(extension: number | null): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${extension} where id = ${agent.id}`);
  return agent;
}
const login = (agent: Caller) => agent.call(dialer.login, { campaignId, leg: 'webrtc' });
const statusOf = async (agent: Caller): Promise<string> => (await agent.call(dialer.status, {})).status;
const rings = (): number => fake.asked.filter((one) => /^POST \/channels\/[^/]+$/.test(one)).length;

test('the line is rung when the browser has opened it, with a secret that ends with the session', async () => {
  const agent = await agentOf(3001);
  expect((await refusal(agent.call(dialer.browserLine, {}))).body.code).toBe('DIALER_OFF');
  expect((await agent.call(dialer.legs, {})).legs).toContain('webrtc');
  expect(await login(agent)).toMatchObject({ leg: 'webrtc' });
  const line = await agent.call(dialer.browserLine, {});
  expect(line).toMatchObject({ address: 'wss://pbx.test:8089/ws', uri: 'sip:3001@pbx.test' });
  await until(async () => fake.secrets.has('3001'));
  expect(fake.secrets.get('3001')).toBe(line.password);
  await agent.call(dialer.ready, {});
  expect(await statusOf(agent)).toBe('Ready');
  expect(rings()).toBe(0);
  await agent.call(dialer.lineReady, {});
  await until(async () => (await statusOf(agent)) === 'waiting');
  // The tab is closed: nobody is given to them until it is open again.
  const [leg] = fake.channels.keys();
  await fetch(`${fake.url.replace(/\?.*/, '').replace('recoup:secret@', '')}ari/channels/${leg}`, {
    method: 'DELETE',
    headers: { Authorization: `Basic ${Buffer.from('recoup:secret').toString('base64')}` },
  });
  await until(async () => (await statusOf(agent)) === 'IDLE');
  await agent.call(dialer.ready, {});
  expect(await statusOf(agent)).toBe('Ready');
  await agent.call(dialer.lineReady, {});
  await until(async () => (await statusOf(agent)) === 'waiting');
  await agent.call(session.logout, {});
  await until(async () => fake.secrets.get('3001') !== line.password);
  await until(async () => fake.channels.size === 0);
});

test('without an extension, or by another line, there is none in the browser; pages may connect to the exchange', async () => {
  const agent = await agentOf(null);
  expect((await agent.call(dialer.legs, {})).legs).not.toContain('webrtc');
  expect((await refusal(login(agent))).body.code).toBe('LEG_NOT_POSSIBLE');
  await agent.call(dialer.login, { campaignId });
  expect((await refusal(agent.call(dialer.browserLine, {}))).body.code).toBe('LEG_NOT_POSSIBLE');
  expect((await refusal(agent.call(dialer.lineReady, {}))).body.code).toBe('LEG_NOT_POSSIBLE');
  const page = await fetch(`${server.url}/login`);
  expect(page.headers.get('content-security-policy')).toContain('wss://pbx.test:8089');
});

const customers = (): string[] =>
  [...fake.channels.values()].filter(({ args }) => args === 'customer').map(({ id }) => id);
const lineOf = (): string | undefined =>
  [...fake.channels.values()].find(({ args, state }) => args === 'agent' && state === 'Up')?.id;
async function waiting(extension: number): Promise<{ agent: Caller; line: string }> {
  const agent = await agentOf(extension);
  await login(agent);
  await agent.call(dialer.ready, {});
  await agent.call(dialer.lineReady, { hasCall: false });
  await until(async () => (await statusOf(agent)) === 'waiting');
  return { agent, line: lineOf() ?? '' };
}

test('a page that was loaded again gets its line back, and a borrower who spoke is not left in silence', async () => {
  const { agent, line } = await waiting(3002);
  // The page that holds the call may register as often as it likes.
  await agent.call(dialer.lineReady, { hasCall: true });
  expect(await statusOf(agent)).toBe('waiting');
  expect(lineOf()).toBe(line);

  await agent.call(dialer.lineReady, { hasCall: false });
  await until(async () => lineOf() !== undefined && lineOf() !== line);
  await until(async () => (await statusOf(agent)) === 'waiting');
  expect(fake.channels.has(line)).toBe(false);

  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Spoken to') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, 'Spoken to', 'B1', '9811111120', ${agent.id} from b returning id`);
  await agent.call(dialer.manualCall, { id: String(loan?.id) });
  await until(async () => (await statusOf(agent)) === 'on-call');
  const spoken = lineOf();
  await agent.call(dialer.lineReady, { hasCall: false });
  await until(async () => customers().length === 0);
  await until(async () => (await statusOf(agent)) === 'wrap-up');
  await until(async () => lineOf() !== undefined && lineOf() !== spoken);
  await agent.call(session.logout, {});
  await until(async () => fake.channels.size === 0);
});

test('a line from which no sound comes is let go: nobody is put through to it until the page is there again', async () => {
  const { agent, line } = await waiting(3003);
  fake.mute.add(line);
  await until(async () => (await statusOf(agent)) === 'Ready');
  await until(async () => !fake.channels.has(line));
  expect(lineOf()).toBeUndefined();
  await agent.call(dialer.lineReady, { hasCall: false });
  await until(async () => (await statusOf(agent)) === 'waiting');
  await agent.call(session.logout, {});
  await until(async () => fake.channels.size === 0);
});
