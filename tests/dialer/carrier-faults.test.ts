/** Calls rejected by a carrier: the next one dials, and the borrower's limits are unaffected. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { lines } from '../../src/contexts/dialer/contract/lines.ts';
import { trunks as trunksOf } from '../../src/contexts/dialer/contract/trunks.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type CarrierRefusal, deafPlan, refusalPlan } from '../fakes/refusals.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { until } from '../until.ts';

let fake: FakeAri;
let server: TestServer;
let campaignId: number;
let near: number;
let far: number;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  const url = fake.url.replace('@trunk&', '@{trunk}&');
  server = await boot({ env: { ARI_URL: `${url}&answers=recoup-answered` } });
  // Calling is allowed at any time of day.
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  campaignId = await idOf(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Desk', 'progressive', 1, 1) returning id`);
  near = await idOf(sql`
    insert into trunks (name, host, weight, channel_limit, place) values ('Near', '10.0.0.1', 1, 100, 1) returning id`);
  far = await idOf(sql`
    insert into trunks (name, host, weight, channel_limit, place) values ('Far', '10.0.0.2', 1, 100, 2) returning id`);
  await until(async () => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});
afterEach(async () => {
  delete fake.planFor;
  await server.database.run(sql`delete from line_health`);
  await server.database.run(sql`delete from line_days`);
  await server.database.run(
    sql`update trunks set rests_until = null, next_call_at = null, calls_per_second = null, number_format = 'as_is'`,
  );
});
const idOf = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await server.database.one<{ id: number }>(query))?.id ?? 0;
const becomes = (agent: Caller, word: string): Promise<void> =>
  until(async () => (await agent.call(dialer.status, {})).status === word);

let made = 0;
async function agentAtDesk(): Promise<Caller> {
  made += 1;
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${6000 + made} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  return agent;
}
async function addLoan(agent: Caller, { clientId = 1, isQueued = false } = {}): Promise<number> {
  made += 1;
  const name = `Borrower ${made}`;
  return idOf(sql`
    with b as (insert into borrowers (client_id, name) values (${clientId}, ${name}) returning id),
    p as (insert into portfolios (client_id, name) values (${clientId}, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select ${clientId}, p.id, b.id, ${name}, ${`F${made}`}, ${`98${String(made).padStart(6, '0')}20`}, ${agent.id},
      ${isQueued ? campaignId : null}
    from b, p returning id`);
}
/** An agent calls a new borrower whose number answers, unless a carrier rejects the call. */
async function call(o: { clientId?: number } = {}) {
  const agent = await agentAtDesk();
  const loanId = await addLoan(agent, o);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  return { agent, loanId, reference: callRefNo };
}
const rowOf = (reference: string) =>
  server.database.one<{ trunk: number; refused: number[]; outcome: string | null }>(sql`
    select trunk_id as trunk, refused_trunks as refused, outcome from call_attempts where reference_id = ${reference}`);
const nearRefuses = (plan: CarrierRefusal | 'deaf'): void => {
  fake.planFor = ({ trunk }) =>
    trunk === `trunk-${near}` ? (plan === 'deaf' ? deafPlan : refusalPlan(plan)) : undefined;
};

describe('a call that the first carrier rejects is dialed by the next', () => {
  test.each<[string, CarrierRefusal | 'deaf']>([
    ['403, balance or number', { sip: 403 }],
    ['403 after an announcement', { sip: 403, after: 183 }],
    ['401, password', { sip: 401 }],
    ['407, password', { sip: 407 }],
    ['408, no answer in its network', { sip: 408 }],
    ['488, codec', { sip: 488 }],
    ['302, moved', { sip: 302 }],
    ['502, gateway', { sip: 502 }],
    ['no 100 at all', 'deaf'],
  ])('%s', async (_, plan) => {
    nearRefuses(plan);
    const { agent, reference } = await call();
    await becomes(agent, 'on-call');
    expect(await rowOf(reference)).toMatchObject({ trunk: far, refused: [near], outcome: null });
    await agent.call(session.logout, {});
  });
});

test.each<[string, CarrierRefusal]>([
  ['invalid', { sip: 404 }],
  ['switched_off', { sip: 404, after: 183 }],
  ['switched_off', { sip: 480, reason: 20 }],
  ['switched_off', { sip: 480, after: 183 }],
  ['no_answer', { sip: 480, after: 180 }],
  ['busy', { sip: 486 }],
  ['rejected', { sip: 603 }],
])('a call rejected by the borrower’s phone is %s and not rerouted', async (outcome, plan) => {
  nearRefuses(plan);
  const { agent, reference } = await call();
  await becomes(agent, 'wrap-up');
  expect(await rowOf(reference)).toMatchObject({ trunk: near, refused: [], outcome });
  await agent.call(session.logout, {});
});

test('a call rejected by every carrier is neither an attempt nor a contact', async () => {
  fake.planFor = () => refusalPlan({ sip: 403 });
  const { agent, loanId, reference } = await call();
  await becomes(agent, 'wrap-up');
  expect(await rowOf(reference)).toMatchObject({ outcome: 'congestion', refused: [near] });
  expect((await agent.call(dialer.allowance, { id: String(loanId) })).times).toBe(0);
  await agent.call(session.logout, {});
});

test('a carrier that rejects ten calls in a row is out of service with an alarm until restored', async () => {
  nearRefuses({ sip: 403 });
  const agents: Caller[] = [];
  for (let i = 0; i < 12; i += 1) {
    await server.database.run(sql`update trunks set rests_until = null`);
    const { agent } = await call();
    await becomes(agent, 'on-call');
    agents.push(agent);
  }
  const admin = await server.as('list_trunks', 'edit_trunks');
  const seen = async (line: number) =>
    (await admin.call(lines.today, {})).find((one) => one.line === String(line));
  expect(await seen(near)).toMatchObject({
    name: 'Near',
    refused: 10,
    calls: 0,
    why: 'refused',
    lastStatus: 403,
  });
  expect(await seen(far)).toMatchObject({ name: 'Far', refused: 0, outUntil: null });
  delete fake.planFor;
  await admin.call(lines.restore, { kind: 'trunk', line: String(near) });
  await server.database.run(sql`update trunks set rests_until = null`);
  const { agent, reference } = await call();
  await becomes(agent, 'on-call');
  expect((await rowOf(reference))?.trunk).toBe(near);
  expect((await refusal(admin.call(lines.restore, { kind: 'trunk', line: String(near) }))).body.code).toBe(
    'NOT_FOUND',
  );
  for (const one of [...agents, agent]) await one.call(session.logout, {});
});

test('a caller ID that all carriers reject is out of service, and those of other clients remain in use', async () => {
  fake.planFor = ({ callerId }) => (callerId === '1600000001' ? refusalPlan({ sip: 403 }) : undefined);
  for (let i = 0; i < 5; i += 1) {
    const { agent, reference } = await call();
    await until(async () => (await rowOf(reference))?.outcome === 'congestion');
    await agent.call(session.logout, {});
  }
  const admin = await server.as('list_trunks');
  const out = (await admin.call(lines.today, {})).filter(({ outUntil }) => outUntil !== null);
  expect(out.map(({ kind, name }) => ({ kind, name }))).toEqual([{ kind: 'caller_id', name: '1600000001' }]);
  const agent = await agentAtDesk();
  const loanId = await addLoan(agent);
  const { body } = await refusal(agent.call(dialer.manualCall, { id: String(loanId) }));
  expect(body.code).toBe('NO_CALLER_ID');
  await agent.call(session.logout, {});
  const other = await call({ clientId: 2 });
  await becomes(other.agent, 'on-call');
  await other.agent.call(session.logout, {});
});

test('a client without a caller ID is rejected before a call and named before a campaign starts', async () => {
  const clientId = await idOf(sql`insert into clients (name) values ('Numberless Finance') returning id`);
  const agent = await agentAtDesk();
  const loanId = await addLoan(agent, { clientId, isQueued: true });
  const { body } = await refusal(agent.call(dialer.manualCall, { id: String(loanId) }));
  expect(body.code).toBe('NO_CALLER_ID');
  expect(
    await server.database.one(sql`select 1 as ok from call_attempts where loan_id = ${loanId}`),
  ).toBeUndefined();
  const supervisor = await server.as('list_campaign');
  const seen = await supervisor.call(leads.preflight, { id: String(campaignId) });
  expect(seen).toMatchObject({ clientsWithoutCallerId: ['Numberless Finance'] });
  expect(seen?.skipped).toContainEqual({ rule: 'no_caller_id', leads: 1 });
  await agent.call(session.logout, {});
  await server.database.run(sql`update loans set campaign_id = null where id = ${loanId}`);
});

test('calls per second stay within the carrier’s limit, and numbers are dialed in its format', async () => {
  const admin = await server.as('list_trunks', 'edit_trunks');
  const { rows } = await admin.call(trunksOf.list, { q: 'Near' });
  await admin.call(trunksOf.edit, { id: rows[0]?.uId ?? '', callsPerSecond: 2, numberFormat: 'zero' });
  await server.database.run(sql`update trunks set is_active = false where id = ${far}`);
  const agents: Caller[] = [];
  for (let i = 0; i < 5; i += 1) agents.push(await agentAtDesk());
  const loans: number[] = [];
  for (const agent of agents) loans.push(await addLoan(agent));
  const made = await Promise.all(
    agents.map((agent, i) => agent.call(dialer.manualCall, { id: String(loans[i]) })),
  );
  for (const agent of agents) await becomes(agent, 'on-call');
  const dialed = await server.database.rows<{ at: number }>(sql`
    select (extract(epoch from dialed_at) * 1000)::float8 as at from call_attempts
    where reference_id = any(${made.map(({ callRefNo }) => callRefNo)}::uuid[]) order by 1`);
  const gaps = dialed.slice(1).map(({ at }, i) => at - (dialed[i]?.at ?? 0));
  expect(gaps).toHaveLength(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(499);
  expect(fake.channels.get(made[0]?.callRefNo ?? '')?.dialplan.exten).toMatch(/^098\d{8}$/);
  for (const one of agents) await one.call(session.logout, {});
  await server.database.run(sql`update trunks set is_active = true`);
});
