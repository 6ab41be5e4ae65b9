/** Inbound calls: identified by number, offered to the right agent, and recorded when missed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { calls } from '../../src/contexts/dialer/contract/calls.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { until } from '../until.ts';

let shift = 0;
const began = Date.now();
const clock = {
  now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began + shift),
  isMoved: true as const,
};
let fake: FakeAri;
let server: TestServer;
let campaignId: number;
const signedIn: Caller[] = [];
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  server = await boot({ clock, env: { ARI_URL: fake.url } });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Callers', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
  await until(async () => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});
afterEach(async () => {
  for (const agent of signedIn.splice(0)) await agent.call(session.logout, {});
});
async function agentOf(o: { isReady?: boolean } = {}): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  const extension = 2000 + agent.id;
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${extension} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  await agent.call(dialer.ready, {});
  // An agent without a connected line gets no offer.
  await becomes(agent, 'waiting');
  if (!o.isReady) await agent.call(dialer.pause, {});
  signedIn.push(agent);
  return agent;
}
const standing = (agent: Caller) => agent.call(dialer.status, {});
const becomes = (agent: Caller, word: string): Promise<void> =>
  until(async () => (await standing(agent)).status === word);
let made = 0;
async function addLoan(
  owner: Caller,
  o: { campaign?: number } = {},
): Promise<{ id: number; mobile: string }> {
  made += 1;
  const mobile = `9844${String(made).padStart(6, '0')}`;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Caller ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select 1, 1, b.id, ${`Caller ${made}`}, ${`I${made}`}, ${mobile}, ${owner.id}, ${o.campaign ?? null} from b returning id`);
  return { id: loan?.id ?? 0, mobile };
}
const lastOf = (number: string) =>
  server.database.one<{
    state: string;
    outcome: string | null;
    userId: number | null;
    loanId: number | null;
  }>(sql`
    select state, outcome, user_id as "userId", loan_id as "loanId" from call_attempts
    where phone = ${number} and direction = 'inbound' order by id desc limit 1`);

test("the loan's agent is rung, answers, talks and disposes", async () => {
  const agent = await agentOf();
  const loan = await addLoan(agent);
  fake.callIn(`+91${loan.mobile}`, '1600000001');
  await becomes(agent, 'ringing');
  expect((await standing(agent)).call).toMatchObject({ loanId: loan.id, type: 'inbound', state: 'ringing' });
  await agent.call(dialer.answer, {});
  await becomes(agent, 'on-call');
  expect((await refusal(agent.call(dialer.decline, {}))).body.code).toBe('DIALER_BUSY');
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up');
  const callRefNo = (await standing(agent)).call?.callRefNo;
  await agent.call(borrowerDispositions.record, {
    loanId: loan.id,
    callRefNo,
    dispositionId: 900,
    isEndCall: true,
  });
  expect((await standing(agent)).status).toBe('IDLE');
  expect(await lastOf(loan.mobile)).toMatchObject({ outcome: 'connected', userId: agent.id });
  const page = await agent.call(calls.inbound, {});
  expect(page.rows).toMatchObject([{ loanId: loan.id, agentId: agent.id }]);
});

test('the last agent is offered first, then the owner, and both are free after a hang-up', async () => {
  const [owner, other] = [await agentOf(), await agentOf()];
  const loan = await addLoan(owner);
  await server.database.run(sql`
    insert into call_attempts (loan_id, user_id, campaign_id, direction, mode, phone, state, outcome, dialed_at, answered_at,
      bridged_at, ended_at, wrap_end_at)
    select ${loan.id}, ${other.id}, ${campaignId}, 'outbound', 'progressive', ${loan.mobile}, 'ended', 'connected', t, t, t, t, t
    from (values ('2026-11-19T05:00:00Z'::timestamptz)) v (t)`);
  const id = fake.callIn(loan.mobile, '1600000001');
  await becomes(other, 'ringing');
  expect((await standing(owner)).status).toBe('IDLE');
  expect(await other.call(dialer.decline, {})).toMatchObject({ status: 'IDLE', call: null });
  await becomes(owner, 'ringing');
  fake.giveUp(id);
  await becomes(owner, 'IDLE');
  expect(await lastOf(loan.mobile)).toMatchObject({
    state: 'ended',
    outcome: 'no_answer',
    userId: null,
    loanId: loan.id,
  });
  // Missed: visible to everyone with access to the loan.
  const page = await owner.call(calls.inbound, {});
  expect(page.rows).toMatchObject([{ loanId: loan.id, agentId: null }]);
});

test('an idle team agent answers for an absent owner, and leaving passes the call on', async () => {
  const away = await server.person({ roleType: 'agent' });
  const loan = await addLoan(away, { campaign: campaignId });
  const [first, second] = [await agentOf({ isReady: true }), await agentOf({ isReady: true })];
  const id = fake.callIn(loan.mobile, '1600000001');
  await becomes(first, 'ringing');
  await first.call(session.logout, {});
  signedIn.splice(signedIn.indexOf(first), 1);
  await becomes(second, 'ringing');
  // It rings there for twenty seconds, and no other agent is available.
  shift += 21_000;
  await becomes(second, 'waiting');
  await until(async () => !fake.channels.has(id));
  await until(async () => (await lastOf(loan.mobile))?.state === 'ended');
  expect(await lastOf(loan.mobile)).toMatchObject({ outcome: 'no_answer', userId: null });
});

test('an unidentified or unattended caller gets a neutral announcement and is recorded as missed', async () => {
  const away = await server.person({ roleType: 'agent' });
  const loan = await addLoan(away);
  for (const from of ['9899999999', loan.mobile, 'anonymous']) fake.callIn(from, '1600000001');
  await until(async () => (await lastOf(loan.mobile))?.state === 'ended');
  await until(async () => (await lastOf('9899999999'))?.state === 'ended');
  await until(async () => fake.channels.size === 0);
  expect(await lastOf('9899999999')).toMatchObject({ outcome: 'no_answer', loanId: null });
  expect(fake.media.length).toBeGreaterThanOrEqual(3);
  for (const heard of fake.media) expect(heard).toContain('nobody-here');
  expect(await lastOf(loan.mobile)).toMatchObject({ outcome: 'no_answer', loanId: loan.id });
  expect((await refusal(away.call(dialer.answer, {}))).body.code).toBe('DIALER_OFF');
});

test('a repeated event is one call', async () => {
  fake.copies = 2;
  const agent = await agentOf();
  const loan = await addLoan(agent);
  const id = fake.callIn(loan.mobile, '1600000001');
  await becomes(agent, 'ringing');
  fake.giveUp(id);
  await becomes(agent, 'IDLE');
  fake.copies = 1;
  const page = await agent.call(calls.inbound, {});
  expect(page.rows).toHaveLength(1);
});

test('an unconnected caller is not informed of our earlier calls', async () => {
  const agent = await agentOf();
  const loan = await addLoan(agent);
  fake.callIn(loan.mobile, '1600000001');
  await becomes(agent, 'ringing');
  fake.fail({ how: 500, path: /-call-.*addChannel/, times: 4 });
  await agent.call(dialer.answer, {});
  await until(async () => (await lastOf(loan.mobile))?.state === 'queued');
  shift += 6000;
  await until(async () => (await lastOf(loan.mobile))?.state === 'ended');
  expect(fake.media.join()).not.toContain('nobody-free');
});
