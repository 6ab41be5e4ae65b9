/** Monitoring of an agent's call: listen, whisper, join, take over, and the audit log. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { listening } from '../../src/contexts/dialer/contract/call-control/listening.ts';
import { transfers } from '../../src/contexts/dialer/contract/call-control/transfers.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { asTimePasses } from '../until.ts';

let now = new Date('2026-11-20T05:00:00Z');
let server: TestServer;
let campaignId: number;
let boss: Caller;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Early Dues', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  boss = await server.person({ roleType: 'supervisor', flags: ['listen_calls'] });
  await server.database.run(sql`update users set extension_number = 2001 where id = ${boss.id}`);
});
afterAll(() => server.stop());

const timePasses = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);
const until = (what: string, isSo: () => Promise<boolean>, step = 0.2): Promise<void> =>
  timePasses(isSo, step, what);
const here = (agent: Caller) => agent.call(dialer.status, {});
const becomes = (agent: Caller, word: string, step?: number): Promise<void> =>
  until(word, async () => (await here(agent)).status === word, step);

/** An agent with a connected line. */
async function agentOf(): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set reporting_to = ${boss.id} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  const isUp = async () =>
    (await server.database.one(
      sql`select 1 as ok from agent_sessions where user_id = ${agent.id} and ended_at is null and is_leg_up`,
    )) !== undefined;
  await until('the line', isUp);
  return agent;
}
let loans = 0;
async function talk(): Promise<{ agent: Caller; callRefNo: string }> {
  const agent = await agentOf();
  loans += 1;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${loans}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${loans}`}, ${`L${loans}`}, ${`98${String(loans).padStart(6, '0')}21`}, ${agent.id} from b
    returning id`);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loan?.id ?? 0) });
  await becomes(agent, 'on-call');
  return { agent, callRefNo };
}
const told = async (): Promise<string | null | undefined> =>
  (
    await server.database.one<{ mode: string | null }>(
      sql`select told_mode as mode from call_listens where user_id = ${boss.id} order by id desc limit 1`,
    )
  )?.mode;
const isTold = (mode: string): Promise<void> => until(mode, async () => (await told()) === mode);
const legsOf2001 = async (): Promise<number> =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*)::int as n from simulated_legs where target = '2001' and state <> 'ended'`,
    )
  )?.n ?? -1;

/** End reason of the last monitoring in the audit log. */
const endOf = (agent: Caller) =>
  server.database.one<{ type: string; actor: number | null; facts: object }>(sql`
    select type, actor_id as actor, facts from event
    where type in ('listening.stopped', 'listening.taken-over') and (facts->>'agentId')::bigint = ${agent.id}
    order by id desc limit 1`);

test('a supervisor listens, whispers, joins and leaves: the agent is notified, and the audit log has it', async () => {
  const { agent, callRefNo } = await talk();
  expect(await boss.call(listening.now, {})).toBeUndefined();
  expect(await boss.call(listening.start, { userId: agent.id, mode: 'listen' })).toMatchObject({
    agentId: agent.id,
  });
  await isTold('listen');
  expect((await here(agent)).call?.listeners).toMatchObject([{ mode: 'listen' }]);
  const again = boss.call(listening.start, { userId: agent.id, mode: 'listen' });
  expect((await refusal(again)).body.code).toBe('LISTEN_NOT_POSSIBLE');
  for (const mode of ['whisper', 'join'] as const) {
    await boss.call(listening.change, { mode });
    await isTold(mode);
  }
  expect((await here(agent)).call).toMatchObject({ callRefNo, listeners: [{ mode: 'join' }] });
  await boss.call(listening.stop, {});
  await until('the telephone is put down', async () => (await legsOf2001()) === 0);
  expect((await here(agent)).call).toMatchObject({ callRefNo, listeners: [] });
  const events = await server.database.rows<{ type: string }>(
    sql`select type from event where type like 'listening.%' and actor_id = ${boss.id} order by id`,
  );
  expect(events.map(({ type }) => type)).toEqual([
    'listening.started',
    'listening.changed',
    'listening.changed',
    'listening.stopped',
  ]);
  const kept = await server.database.one(sql`
    select 1 as ok from call_listens where user_id = ${boss.id} and agent_id = ${agent.id} and ended_at > asked_at`);
  expect(kept).toBeDefined();
});

test('a taken-over call is disposed by the agent, bridged to the supervisor, and finished with the call', async () => {
  const { agent, callRefNo } = await talk();
  await boss.call(listening.start, { userId: agent.id, mode: 'listen' });
  await isTold('listen');
  await boss.call(listening.takeOver, {});
  await becomes(agent, 'wrap-up', 0.1);
  expect(await boss.call(listening.now, {})).toBeUndefined();
  // The agent's line leaves once the supervisor is unmuted, so that the borrower is never alone.
  await until('only the supervisor is there', async () => {
    const inside = await server.database.rows<{ target: string }>(
      sql`select target from simulated_legs where bridge_id = ${callRefNo} and state <> 'ended' and role = 'agent'`,
    );
    return inside.map(({ target }) => target).join() === '2001';
  });
  // The listening supervisor was muted, and is unmuted now.
  const speaks = await server.database.one<{ muted: boolean }>(
    sql`select is_muted as muted from simulated_legs where target = '2001' and bridge_id = ${callRefNo}`,
  );
  expect(speaks).toEqual({ muted: false });
  expect(await endOf(agent)).toMatchObject({ type: 'listening.taken-over', actor: boss.id });
  await until('the end', async () => (await legsOf2001()) === 0, 5);
});

test("a monitored call that is over disconnects the supervisor's telephone", async () => {
  const { agent } = await talk();
  await boss.call(listening.start, { userId: agent.id, mode: 'whisper' });
  await isTold('whisper');
  await agent.call(dialer.hangUp, {});
  await until('the telephone is put down', async () => (await legsOf2001()) === 0);
  expect(await boss.call(listening.now, {})).toBeUndefined();
  const end = { type: 'listening.stopped', actor: null, facts: { userId: boss.id, why: 'over' } };
  expect(await endOf(agent)).toMatchObject(end);
});

test('a consulted colleague can be monitored, and not in their next call after the return', async () => {
  const other = await agentOf();
  await other.call(dialer.ready, {});
  const { agent } = await talk();
  await agent.call(transfers.start, { isBlind: false, userId: other.id });
  await becomes(other, 'on-call', 0);
  await boss.call(listening.start, { userId: other.id, mode: 'listen' });
  await isTold('listen');
  await agent.call(transfers.cancel, {});
  await until('the telephone is put down', async () => (await legsOf2001()) === 0, 0);
  expect(await boss.call(listening.now, {})).toBeUndefined();
  expect(await endOf(other)).toMatchObject({ facts: { why: 'left' } });
  expect((await here(agent)).status).toBe('on-call');
  await agent.call(dialer.hangUp, {});
});

test("a supervisor's telephone lost during an outage stops monitoring, which can start again", async () => {
  const { agent } = await talk();
  await boss.call(listening.start, { userId: agent.id, mode: 'listen' });
  await isTold('listen');
  await server.database.run(
    sql`update simulated_legs set state = 'ended', next_at = null where target = '2001' and state <> 'ended'`,
  );
  await until('nobody listens', async () => (await boss.call(listening.now, {})) === undefined, 0.02);
  expect((await here(agent)).call?.listeners).toEqual([]);
  expect(await endOf(agent)).toMatchObject({ facts: { userId: boss.id, why: 'gone' } });
  await boss.call(listening.start, { userId: agent.id, mode: 'whisper' });
  await isTold('whisper');
  await agent.call(dialer.hangUp, {});
});

test('only a supervisor of that agent, with the flag and an extension, while there is a call', async () => {
  const { agent } = await talk();
  const other = await server.person({ roleType: 'supervisor', flags: ['listen_calls'] });
  const plain = await server.as('list_agent_live_status');
  const ask = (who: Caller) => who.call(listening.start, { userId: agent.id, mode: 'listen' });
  expect((await refusal(ask(other))).body.code).toBe('NOT_FOUND');
  expect((await refusal(ask(plain))).body.code).toBe('FORBIDDEN');
  expect((await refusal(ask(agent))).body.code).toBe('FORBIDDEN');
  await server.database.run(sql`update users set extension_number = null where id = ${boss.id}`);
  expect((await refusal(ask(boss))).body.code).toBe('LISTEN_NOT_POSSIBLE');
  await server.database.run(sql`update users set extension_number = 2001 where id = ${boss.id}`);
  await agent.call(dialer.hangUp, {});
  await becomes(agent, 'wrap-up');
  expect((await refusal(ask(boss))).body.code).toBe('LISTEN_NOT_POSSIBLE');
  expect((await refusal(boss.call(listening.takeOver, {}))).body.code).toBe('LISTEN_NOT_POSSIBLE');
});

test("an agent sees silent monitoring depending on the agency's setting, and whispering always", async () => {
  const admin = await server.as('edit_trunks');
  const { agent } = await talk();
  const seen = async () => (await here(agent)).call?.listeners.map(({ mode }) => mode);
  expect(await admin.call(listening.rule, {})).toEqual({ isShown: true });
  expect((await refusal(boss.call(listening.setRule, { isShown: false }))).body.code).toBe('FORBIDDEN');
  await admin.call(listening.setRule, { isShown: false });
  await boss.call(listening.start, { userId: agent.id, mode: 'listen' });
  await isTold('listen');
  expect(await seen()).toEqual([]);
  expect(await boss.call(listening.now, {})).toMatchObject({ isShown: false });
  await boss.call(listening.change, { mode: 'whisper' });
  expect(await seen()).toEqual(['whisper']);
  await boss.call(listening.change, { mode: 'listen' });
  await admin.call(listening.setRule, { isShown: true });
  expect(await seen()).toEqual(['listen']);
  const changes = await server.database.rows<{ facts: object }>(
    sql`select facts from event where type = 'listening.rule-set' order by id`,
  );
  expect(changes.map(({ facts }) => facts)).toEqual([
    { before: { isShown: true }, after: { isShown: false } },
    { before: { isShown: false }, after: { isShown: true } },
  ]);
  await agent.call(dialer.hangUp, {});
});
