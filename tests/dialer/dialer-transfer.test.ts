/** Transfers: to a colleague, a free team member, an allowed number, or the team leader. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { transferNumbers } from '../../src/contexts/dialer/contract/call-control/transfer-numbers.ts';
import { transfers } from '../../src/contexts/dialer/contract/call-control/transfers.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { asTimePasses } from '../until.ts';

let now = new Date('2026-11-20T05:00:00Z');
let server: TestServer;
let campaignId: number;
let leadId: number;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  const made = await server.database.one<{ id: number }>(sql`
    with d as (insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)
      on conflict do nothing)
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Early Dues', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  const lead = await server.person({ roleType: 'supervisor' });
  leadId = lead.id;
  await server.database.run(sql`update users set extension_number = 2001 where id = ${leadId}`);
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
async function agentOf(o: { isReady?: boolean } = {}): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set reporting_to = ${leadId} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  const isUp = async () =>
    (await server.database.one(
      sql`select 1 as ok from agent_sessions where user_id = ${agent.id} and ended_at is null and is_leg_up`,
    )) !== undefined;
  await until('the line', isUp);
  if (o.isReady) await agent.call(dialer.ready, {});
  return agent;
}
let loans = 0;
async function talk(): Promise<{ agent: Caller; callRefNo: string; loanId: number }> {
  const agent = await agentOf();
  loans += 1;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${loans}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${loans}`}, ${`L${loans}`}, ${`98${String(loans).padStart(6, '0')}53`}, ${agent.id} from b
    returning id`);
  const loanId = loan?.id ?? 0;
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes(agent, 'on-call');
  return { agent, callRefNo, loanId };
}
/** Members of a call's bridge, its hold state, and whether a transfer is still pending. */
const inside = async (callRefNo: string) => {
  const rows = await server.database.rows<{ who: string; held: boolean; joins: boolean }>(sql`
    select coalesce(s.user_id::text, case when l.leg_id = ${callRefNo} then 'borrower' else 'phone' end) as who, l.is_held as held,
      exists (select from call_transfers x join call_attempts k on k.id = x.attempt_id where k.reference_id = ${callRefNo}
        and x.ended_at is null and x.stage = 'ringing') as joins
    from simulated_legs l left join agent_sessions s on s.agent_leg_id = l.leg_id and s.ended_at is null
    where l.bridge_id = ${callRefNo} and l.state <> 'ended'`);
  const isHeld = rows.some(({ held }) => held);
  return {
    who: rows.map(({ who }): string => who).toSorted(),
    isHeld,
    joins: rows.some(({ joins }) => joins),
  };
};
const isInside = (callRefNo: string, isHeld: boolean, ...who: (number | string)[]): Promise<void> =>
  until(
    `${who.join(' and ')} in the call`,
    async () => {
      const found = await inside(callRefNo);
      const isThere = found.who.join() === ['borrower', ...who.map(String)].toSorted().join();
      return isThere && found.isHeld === isHeld && (who.length === 1 || !found.joins);
    },
    0,
  );
const cdrOf = (callRefNo: string) =>
  server.database.one<{ userId: number; transfers: number; outcome: string | null }>(
    sql`select user_id as "userId", transfers, outcome from cdr where reference_id = ${callRefNo}`,
  );
const last = (callRefNo: string) =>
  server.database.one<{ stage: string; result: string | null }>(sql`
    select x.stage, x.result from call_transfers x join call_attempts k on k.id = x.attempt_id
    where k.reference_id = ${callRefNo} order by x.id desc limit 1`);
const free = async (agent: Caller): Promise<void> => {
  const { call } = await here(agent);
  if (!call) return;
  await agent.call(dialer.hangUp, {}).catch(() => undefined);
  await until('the end', async () => ['wrap-up', 'IDLE', 'waiting'].includes((await here(agent)).status));
};

test('a warm transfer plays music, joins all three, and hands over the call with its loan', async () => {
  const other = await agentOf({ isReady: true });
  const { agent, callRefNo, loanId } = await talk();
  const found = await agent.call(transfers.targets, {});
  expect(found.people).toContainEqual(expect.objectContaining({ id: other.id, isReady: true }));
  expect(found.lead).toMatchObject({ id: leadId });
  const ready = found.people.filter(({ isReady }) => isReady).length;
  expect(found.teams).toMatchObject([{ id: leadId, free: found.people.length, ready }]);
  const asked = await agent.call(transfers.start, { isBlind: false, userId: other.id });
  expect(asked.call?.transfer).toMatchObject({ isMine: false, isBlind: false });
  await isInside(callRefNo, true, agent.id, other.id);
  await becomes(other, 'on-call', 0);
  expect((await here(other)).call).toMatchObject({ loanId, transfer: { stage: 'joined', isMine: true } });
  // Three in the call.
  await agent.call(dialer.hold, { isHeld: false });
  await isInside(callRefNo, false, agent.id, other.id);
  await agent.call(transfers.complete, {});
  await isInside(callRefNo, false, other.id);
  // The disposition moves with the call.
  expect((await here(agent)).status).toBe('IDLE');
  expect((await here(other)).call).toMatchObject({ callRefNo, transfer: null });
  expect(await cdrOf(callRefNo)).toMatchObject({ userId: other.id, transfers: 1 });
  const said = { loanId, callRefNo, dispositionId: 900, comments: 'Spoke', isEndCall: true };
  await other.call(borrowerDispositions.record, said);
  await becomes(other, 'waiting');
  expect(await cdrOf(callRefNo)).toMatchObject({ outcome: 'connected' });
  const words = await server.database.rows<{ word: string }>(sql`
    select i.word from agent_intervals i join call_attempts k on k.id = i.attempt_id
    where k.reference_id = ${callRefNo} and i.user_id = ${other.id} order by i.started_at, i.id`);
  expect(words.map(({ word }) => word)).toEqual(['ringing', 'on-call']);
  await other.call(dialer.pause, {});
});

test('a blind transfer reaches a free team member, never a paused one', async () => {
  const { agent, callRefNo } = await talk();
  const rests = await agentOf();
  const ask = { isBlind: true, userId: rests.id };
  expect((await refusal(agent.call(transfers.start, ask))).body.code).toBe('TRANSFER_NOT_POSSIBLE');
  expect((await here(agent)).call?.heldSince).toBeNull();
  const other = await agentOf({ isReady: true });
  await agent.call(transfers.start, { isBlind: true, teamId: leadId });
  await isInside(callRefNo, false, other.id);
  await becomes(agent, 'IDLE', 0);
  expect((await here(other)).call?.callRefNo).toBe(callRefNo);
  await free(other);
});

test('a target who is dropped or leaves returns the borrower to the first agent', async () => {
  const other = await agentOf({ isReady: true });
  const { agent, callRefNo } = await talk();
  await agent.call(transfers.start, { isBlind: false, userId: other.id });
  await isInside(callRefNo, true, agent.id, other.id);
  await agent.call(transfers.cancel, {});
  await isInside(callRefNo, false, agent.id);
  await becomes(other, 'waiting', 0);
  expect(await last(callRefNo)).toMatchObject({ result: 'returned' });
  // Consulted again, and this time the target hangs up.
  await agent.call(transfers.start, { isBlind: false, userId: other.id });
  await isInside(callRefNo, true, agent.id, other.id);
  await other.call(dialer.hangUp, {});
  await isInside(callRefNo, false, agent.id);
  expect(await cdrOf(callRefNo)).toMatchObject({ userId: agent.id, transfers: 0 });
  await free(agent);
});

test("a borrower's hang-up during a consultation frees both agents, and the call is over once", async () => {
  const other = await agentOf({ isReady: true });
  const { agent, callRefNo } = await talk();
  await agent.call(transfers.start, { isBlind: false, userId: other.id });
  await isInside(callRefNo, true, agent.id, other.id);
  // After 45 s without an open page the target would be marked as away.
  await becomes(agent, 'wrap-up', 2);
  await becomes(other, 'waiting', 0);
  expect(await cdrOf(callRefNo)).toMatchObject({ userId: agent.id, outcome: 'connected', transfers: 0 });
  expect(await last(callRefNo)).toMatchObject({ result: 'ended' });
});

test('a lost line of the first agent leaves the borrower to the target', async () => {
  const other = await agentOf({ isReady: true });
  const { agent, callRefNo } = await talk();
  await agent.call(transfers.start, { isBlind: false, userId: other.id });
  await isInside(callRefNo, true, agent.id, other.id);
  await server.database.run(sql`
    update simulated_legs l set steps = jsonb_build_array(jsonb_build_object('afterMs', 0, 'type', 'ended', 'cause', 16, 'by', 'network')),
      told = 0, next_at = ${now} from agent_sessions s where s.agent_leg_id = l.leg_id and s.user_id = ${agent.id} and s.ended_at is null`);
  await until('the other has it', async () => (await cdrOf(callRefNo))?.userId === other.id, 0.02);
  await isInside(callRefNo, false, other.id);
  await free(other);
});

test('to a number an admin allowed, and to no other: the agent writes it down and is free, the borrower speaks on', async () => {
  const admin = await server.as('list_trunks', 'create_trunks', 'edit_trunks');
  const branch = await admin.call(transferNumbers.create, { name: 'Branch', number: '9700000020' });
  const { agent, callRefNo, loanId } = await talk();
  const start = (more: object) => agent.call(transfers.start, { isBlind: false, ...more });
  for (const wrong of [{ numberId: 999_999 }, {}, { numberId: branch.id, toLead: true }])
    expect((await refusal(start(wrong))).body.code).toBe('NOT_FOUND');
  // Allowed once, and a borrower's number since then.
  const [borrower] = await server.database.rows<{ mobile: string }>(
    sql`select mobile from loans where id = ${loanId}`,
  );
  await server.database.run(
    sql`update transfer_numbers set number = ${borrower?.mobile ?? ''} where id = ${branch.id}`,
  );
  expect((await refusal(start({ numberId: branch.id }))).body.code).toBe('NOT_FOUND');
  await server.database.run(sql`update transfer_numbers set number = '9700000020' where id = ${branch.id}`);
  await start({ numberId: branch.id });
  await until('they are there', async () => (await last(callRefNo))?.stage === 'joined', 0.5);
  await isInside(callRefNo, true, agent.id, 'phone');
  await agent.call(transfers.complete, {});
  await isInside(callRefNo, false, 'phone');
  expect((await here(agent)).status).toBe('wrap-up');
  await agent.call(borrowerDispositions.record, {
    loanId,
    callRefNo,
    dispositionId: 900,
    comments: 'Sent',
    isEndCall: true,
  });
  expect((await here(agent)).status).toBe('IDLE');
  // Free for the next call, while the borrower still speaks with the branch.
  expect((await inside(callRefNo)).who).toEqual(['borrower', 'phone']);
  await until('the end', async () => (await cdrOf(callRefNo))?.outcome === 'connected', 10);
  expect(await last(callRefNo)).toMatchObject({ result: 'handed' });
  await until(
    'no telephone is left',
    async () =>
      (await server.database.one(
        sql`select 1 as ok from simulated_legs where target = '9700000020' and state <> 'ended'`,
      )) === undefined,
    1,
  );
  expect(await agent.call(dialer.pending, {})).toEqual([]);
});

test('an unanswered transfer returns the borrower, and the leader is called by extension', async () => {
  const admin = await server.as('create_trunks');
  const busy = await admin.call(transferNumbers.create, { name: 'Busy', number: '9700000000' });
  const { agent, callRefNo } = await talk();
  await agent.call(transfers.start, { isBlind: true, numberId: busy.id });
  await isInside(callRefNo, true, agent.id);
  await until('they give up', async () => (await last(callRefNo))?.result === 'returned', 2);
  await isInside(callRefNo, false, agent.id);
  expect((await here(agent)).status).toBe('on-call');
  await agent.call(transfers.start, { isBlind: false, toLead: true });
  await until('the lead is there', async () => (await last(callRefNo))?.stage === 'joined');
  await isInside(callRefNo, true, agent.id, 'phone');
  await free(agent);
  await until(
    'no telephone is left',
    async () =>
      (await server.database.one(
        sql`select 1 as ok from simulated_legs where target = '2001' and state <> 'ended'`,
      )) === undefined,
    1,
  );
});

test('only the agent of a call transfers it, once at a time', async () => {
  const { agent } = await talk();
  const other = await agentOf({ isReady: true });
  const idle = await agentOf();
  expect((await refusal(idle.call(transfers.start, { isBlind: false, userId: other.id }))).body.code).toBe(
    'DIALER_BUSY',
  );
  expect((await refusal(agent.call(transfers.complete, {}))).body.code).toBe('DIALER_BUSY');
  const lead = await server.as('list_agent_live_status');
  expect((await refusal(lead.call(transfers.targets, {}))).body.code).toBe('FORBIDDEN');
  await agent.call(transfers.start, { isBlind: false, userId: other.id });
  const again = { isBlind: false, userId: idle.id };
  expect((await refusal(agent.call(transfers.start, again))).body.code).toBe('DIALER_BUSY');
  expect((await refusal(other.call(transfers.start, again))).body.code).toBe('DIALER_BUSY');
  expect((await refusal(other.call(transfers.complete, {}))).body.code).toBe('DIALER_BUSY');
  await free(agent);
});
