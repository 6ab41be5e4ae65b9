/** Agents on their phones: it is rung first and confirmed by a key before any borrower is dialled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { asTimePasses } from '../until.ts';

let now = new Date('2026-11-20T05:00:00Z');
let server: TestServer;
let campaignId: number;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  campaignId = await addCampaign('Field', 'progressive');
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)`);
});
afterAll(() => server.stop());

async function addCampaign(name: string, type: string): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values (${name}, ${type}, 1, 1) returning id`);
  return made?.id ?? 0;
}
async function agentOf(...ids: number[]): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  for (const id of ids)
    await server.database.run(
      sql`insert into campaign_agents (campaign_id, user_id) values (${id}, ${agent.id})`,
    );
  return agent;
}
let made = 0;
async function addLoan(agent: Caller, end = '20', campaign: number | null = null): Promise<number> {
  made += 1;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`P${made}`}, ${`98${String(made).padStart(6, '0')}${end}`}, ${agent.id},
      ${campaign} from b returning id`);
  return loan?.id ?? 0;
}
const until = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);
const standing = (agent: Caller) => agent.call(dialer.status, {});
const becomes = (agent: Caller, word: string, step = 0.3): Promise<void> =>
  until(async () => (await standing(agent)).status === word, step);
const login = (agent: Caller, ownPhone: string, id = campaignId) =>
  agent.call(dialer.login, { campaignId: id, leg: 'per_call', ownPhone });
const callOf = (reference: string) =>
  server.database.one<{ state: string; dialed: boolean; outcome: string | null }>(sql`
    select state, dialed_at is not null as dialed, outcome from call_attempts where reference_id = ${reference}`);
const linesOf = async (phone: string): Promise<{ state: string; muted: boolean }[]> =>
  server.database.rows(
    sql`select state, is_muted as muted from simulated_legs where target = ${phone} order by created_at`,
  );

test("the last login's line is the default, initially a desk phone or else the agent's phone", async () => {
  const field = await agentOf(campaignId);
  const desk = await agentOf(campaignId);
  await server.database.run(sql`update users set extension_number = 4711 where id = ${desk.id}`);
  const usual = async (agent: Caller) => (await agent.call(dialer.legs, {})).usual;
  expect([await usual(field), await usual(desk)]).toEqual(['per_call', 'nailed']);
  await login(desk, '9700000021');
  expect(await usual(desk)).toBe('per_call');
  expect(await field.call(dialer.legs, {})).toMatchObject({ lastCampaignId: null });
  await field.call(dialer.login, { campaignId, leg: 'nailed' });
  expect(await field.call(dialer.legs, {})).toMatchObject({
    usual: 'nailed',
    ownPhone: null,
    lastCampaignId: campaignId,
  });
});

test('the phone is rung first; after the key the borrower is dialled, and it is put down with the call', async () => {
  const agent = await agentOf(campaignId);
  const phone = '9700000011';
  expect(await agent.call(dialer.legs, {})).toMatchObject({ legs: ['nailed', 'per_call'], ownPhone: null });
  expect(await login(agent, phone)).toMatchObject({ leg: 'per_call', status: 'First-login' });
  expect(await agent.call(dialer.legs, {})).toMatchObject({ ownPhone: phone });
  const loanId = await addLoan(agent);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await until(async () => (await linesOf(phone))[0]?.state === 'answered', 0.2);
  expect(await callOf(callRefNo)).toMatchObject({ state: 'claimed', dialed: false });
  await becomes(agent, 'on-call');
  expect(await agent.call(dialer.mute, { isMuted: true })).toMatchObject({ isMuted: true });
  await until(async () => (await linesOf(phone))[0]?.muted === true, 0);
  const borrowers = sql`select is_held as held from simulated_legs where leg_id = ${callRefNo}`;
  const isHeld = async () => (await server.database.one<{ held: boolean }>(borrowers))?.held;
  expect((await agent.call(dialer.hold, { isHeld: true })).call?.heldSince).not.toBeNull();
  await until(async () => (await isHeld()) === true, 0);
  expect((await refusal(agent.call(dialer.hold, { isHeld: true }))).body.code).toBe('DIALER_BUSY');
  now = new Date(now.getTime() + 4000);
  expect((await agent.call(dialer.hold, { isHeld: false })).call?.heldSince).toBeNull();
  await until(async () => (await isHeld()) === false, 0);
  await agent.call(dialer.hold, { isHeld: true });
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up', 0.5);
  const kept = await server.database.one<{ s: number }>(
    sql`select hold_duration as s from cdr where reference_id = ${callRefNo}`,
  );
  expect(kept?.s).toBeGreaterThanOrEqual(4);
  expect((await refusal(agent.call(dialer.hold, { isHeld: true }))).body.code).toBe('DIALER_BUSY');
  expect((await standing(agent)).isMuted).toBe(false);
  await until(async () => (await linesOf(phone))[0]?.state === 'ended', 0.2);
  await agent.call(borrowerDispositions.record, { loanId, callRefNo, dispositionId: 900, isEndCall: true });
  expect((await standing(agent)).status).toBe('IDLE');
  expect((await refusal(agent.call(dialer.mute, { isMuted: true }))).body.code).toBe('DIALER_BUSY');
});

test("the agent's answer is stored with the call, and rejected for other agents or unanswered calls", async () => {
  const agent = await agentOf(campaignId);
  const other = await agentOf(campaignId);
  await login(agent, '9700000031');
  await login(other, '9700000032');
  const spoke = async (who: 'borrower' | 'other') =>
    (await refusal(agent.call(dialer.spokeTo, { who }))).body.code;
  expect(await spoke('borrower')).toBe('DIALER_BUSY');
  const loanId = await addLoan(agent);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  expect(await spoke('borrower')).toBe('DIALER_BUSY');
  await becomes(agent, 'on-call');
  expect((await standing(agent)).call).toMatchObject({ spokenTo: null });
  expect((await agent.call(dialer.spokeTo, { who: 'other' })).call).toMatchObject({ spokenTo: 'other' });
  expect((await agent.call(dialer.spokeTo, { who: 'borrower' })).call).toMatchObject({
    spokenTo: 'borrower',
  });
  expect((await refusal(other.call(dialer.spokeTo, { who: 'wrong' }))).body.code).toBe('DIALER_BUSY');
  expect(
    await server.database.one(sql`
      select spoken_to as who, spoken_to_at is not null as dated from call_attempts where reference_id = ${callRefNo}`),
  ).toEqual({ who: 'borrower', dated: true });
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up', 0.5);
  await agent.call(borrowerDispositions.record, { loanId, callRefNo, dispositionId: 900, isEndCall: true });
  expect(await spoke('other')).toBe('DIALER_BUSY');
});

test.each([
  ['9700000099', 'is not taken'],
  ['9700000098', 'is taken by a voicemail'],
  ['9700000097', 'has another key pressed'],
])('a phone %s that %s: no borrower is dialled and there is nothing to write down', async (phone) => {
  const agent = await agentOf(campaignId);
  await login(agent, phone);
  await agent.call(dialer.ready, {});
  await agent.call(dialer.pause, {});
  const loanId = await addLoan(agent);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes(agent, 'IDLE', 2);
  expect(await callOf(callRefNo)).toMatchObject({ outcome: 'cancelled', dialed: false });
  expect(await standing(agent)).toMatchObject({ missedLegs: 1, call: null });
  expect(await agent.call(dialer.pending, {})).toEqual([]);
  await until(async () => (await linesOf(phone)).every(({ state }) => state === 'ended'), 0.5);
});

test('progressive dialing pauses an agent with a notice after two missed phone calls', async () => {
  const own = await addCampaign('Field progressive', 'progressive');
  const agent = await agentOf(own);
  for (let i = 0; i < 4; i += 1) await addLoan(agent, '20', own);
  await server.database.run(sql`update dialer_processes set is_started = true where campaign_id = ${own}`);
  await login(agent, '9700000199', own);
  expect(await agent.call(dialer.ready, {})).toMatchObject({ status: 'waiting' });
  await until(async () => {
    // Without a heartbeat, slow dialer cycles would pause them as away.
    await server.database.run(
      sql`update agent_sessions set heartbeat_at = ${now} where user_id = ${agent.id} and ended_at is null`,
    );
    return (await standing(agent)).status === 'IDLE';
  }, 2);
  expect(await standing(agent)).toMatchObject({ missedLegs: 2 });
  const dialled = await server.database.one<{ n: number }>(
    sql`select count(*) as n from call_attempts where campaign_id = ${own} and dialed_at is not null`,
  );
  expect(dialled?.n).toBe(0);
  await server.database.run(sql`update dialer_processes set is_started = false where campaign_id = ${own}`);
});

test('an impossible line is rejected: predictive dialing, no number, a borrower’s number, or an unsupported one', async () => {
  const ahead = await addCampaign('Ahead', 'predictive');
  const agent = await agentOf(campaignId, ahead);
  await addLoan(agent, '77');
  const borrower = `98${String(made).padStart(6, '0')}77`;
  const refused = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
  expect(await refused(login(agent, '9700000012', ahead))).toBe('LEG_NOT_POSSIBLE');
  expect(await refused(login(agent, borrower))).toBe('LEG_NOT_POSSIBLE');
  expect(await refused(agent.call(dialer.login, { campaignId, leg: 'per_call' }))).toBe('LEG_NOT_POSSIBLE');
  expect(await refused(agent.call(dialer.login, { campaignId, leg: 'webrtc' }))).toBe('LEG_NOT_POSSIBLE');
  await login(agent, '9700000012');
  expect(await refused(agent.call(dialer.switchCampaign, { campaignId: ahead }))).toBe('LEG_NOT_POSSIBLE');
});
