import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { agentLive } from '../../src/contexts/dialer/contract/live/agent-live.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { recordings } from '../../src/contexts/dialer/contract/recordings.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { asTimePasses } from '../until.ts';

/** Half past ten in India, on a day like any other. */
let now = new Date('2026-11-20T05:00:00Z');
const pass = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
let server: TestServer;
let campaignId: number;

beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  campaignId = await addCampaign('Early Dues', 'progressive');
});
afterAll(() => server.stop());

async function addCampaign(name: string, type: string): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values (${name}, ${type}, 1, 1) returning id`);
  return made?.id ?? 0;
}
async function agentOf(...campaigns: number[]): Promise<Caller> {
  const agent = await server.person({ roleType: 'agent' });
  for (const id of campaigns)
    await server.database.run(
      sql`insert into campaign_agents (campaign_id, user_id) values (${id}, ${agent.id})`,
    );
  return agent;
}
let made = 0;
async function addLoan(agent: Caller, end: string, o: { campaignId?: number } = {}): Promise<number> {
  made += 1;
  const mobile = `98${String(made).padStart(6, '0')}${end}`;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`L${made}`}, ${mobile}, ${agent.id}, ${o.campaignId ?? null} from b returning id`);
  return loan?.id ?? 0;
}
const until = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);
const statusOf = async (agent: Caller): Promise<string> => (await agent.call(dialer.status, {})).status;
const becomes = (agent: Caller, word: string, step?: number): Promise<void> =>
  until(async () => (await statusOf(agent)) === word, step);
const login = async (agent: Caller): Promise<void> => {
  await agent.call(dialer.login, { campaignId });
  await until(async () => (await lineOf(agent)) === true, 0.1);
};
const lineOf = async (agent: Caller): Promise<boolean | undefined> =>
  (
    await server.database.one<{ up: boolean }>(
      sql`select is_leg_up as up from agent_sessions where user_id = ${agent.id} and ended_at is null`,
    )
  )?.up;
const callOf = (reference: string) =>
  server.database.one<{ state: string; outcome: string | null; wrapped: boolean; talk: number }>(sql`
    select k.state, k.outcome, k.wrap_end_at is not null as wrapped, c.talk_duration as talk
    from call_attempts k left join cdr c on c.id = k.id where k.reference_id = ${reference}`);
const write = (agent: Caller, loanId: number, more: object) =>
  agent.call(borrowerDispositions.record, { loanId, dispositionId: 900, comments: 'Spoke', ...more });

beforeAll(async () => {
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99) on conflict do nothing`);
});

test('a manual call is placed, answered, bridged, disconnected and disposed', async () => {
  const agent = await agentOf(campaignId);
  const loanId = await addLoan(agent, '20');
  expect((await refusal(agent.call(dialer.manualCall, { id: String(loanId) }))).body.code).toBe('DIALER_OFF');
  await login(agent);
  expect(await statusOf(agent)).toBe('First-login');
  await agent.call(dialer.ready, {});
  await agent.call(dialer.pause, {});
  expect(await statusOf(agent)).toBe('IDLE');
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  expect(await agent.call(dialer.status, {})).toMatchObject({
    status: 'ringing',
    call: { callRefNo, loanId, type: 'manual' },
  });
  expect((await refusal(agent.call(dialer.manualCall, { id: String(loanId) }))).body.code).toBe(
    'DIALER_BUSY',
  );
  await becomes(agent, 'on-call');
  await becomes(agent, 'wrap-up', 5);
  expect(await callOf(callRefNo)).toMatchObject({ state: 'ended', outcome: 'connected', wrapped: false });
  expect((await callOf(callRefNo))?.talk).toBeGreaterThan(10);
  expect(await agent.call(dialer.pending, {})).toMatchObject([{ covId: callRefNo, loanId }]);
  await write(agent, loanId, { callRefNo, isEndCall: true });
  expect(await statusOf(agent)).toBe('IDLE');
  const lead = await server.as('list_summary_disposition');
  for (const asked of [
    lead.call(recordings.play, { referenceId: callRefNo }),
    lead.call(recordings.download, { id: callRefNo }),
  ]) {
    const sound = await asked;
    expect(sound.headers.get('content-type')).toBe('audio/wav');
    expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  }
  const stranger = await server.person({ roleType: 'tech_lead', flags: ['list_summary_disposition'] });
  expect((await refusal(stranger.call(recordings.play, { referenceId: callRefNo }))).body.code).toBe(
    'NOT_FOUND',
  );
  expect(await agent.call(dialer.pending, {})).toEqual([]);
});

test('an outcome saved after the wrap-up timeout is stored with its call', async () => {
  const agent = await agentOf(campaignId);
  await login(agent);
  const loanId = await addLoan(agent, '20');
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes(agent, 'wrap-up', 5);
  await becomes(agent, 'IDLE', 30);
  expect((await callOf(callRefNo))?.wrapped).toBe(false);
  await write(agent, loanId, { callRefNo });
  expect((await callOf(callRefNo))?.wrapped).toBe(true);
  expect(await agent.call(dialer.pending, {})).toEqual([]);
  const written = await server.database.rows(
    sql`select call_ref_no as "callRefNo" from borrower_dispositions where loan_id = ${loanId}`,
  );
  expect(written).toEqual([{ callRefNo }]);
  expect(await statusOf(agent)).toBe('IDLE');
});

test('saving with a pause disconnects and pauses; a break waits for the end of the call', async () => {
  const agent = await agentOf(campaignId);
  await login(agent);
  await agent.call(dialer.ready, {});
  const loanId = await addLoan(agent, '21');
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await becomes(agent, 'on-call');
  expect(await agent.call(dialer.onBreak, {})).toMatchObject({ status: 'on-call', wish: 'break' });
  await write(agent, loanId, { callRefNo, pause: true });
  await becomes(agent, 'IDLE', 0.1);
  expect(await callOf(callRefNo)).toMatchObject({ outcome: 'connected', wrapped: true });
});

test.each([
  ['00', 'busy'],
  ['02', 'switched_off'],
  ['03', 'rejected'],
  ['04', 'invalid'],
  ['05', 'congestion'],
  ['10', 'congestion'],
  ['01', 'no_answer'],
  ['08', 'no_answer'],
  ['06', 'connected'],
  ['11', 'connected'],
  ['12', 'connected'],
])('a number that ends in %s is %s', async (end, outcome) => {
  const agent = await agentOf(campaignId);
  await login(agent);
  const loanId = await addLoan(agent, end);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
  await until(async () => (await callOf(callRefNo))?.state === 'ended', 2);
  const call = await callOf(callRefNo);
  // Whether an immediately dropped answer was bridged depends on timing.
  expect(end === '06' ? ['connected', 'abandoned'] : [outcome]).toContain(call?.outcome);
  expect(await statusOf(agent)).toBe('wrap-up');
});

test('the contact policy is checked before every call, and every result is stored', async () => {
  const agent = await agentOf(campaignId);
  await login(agent);
  const loanId = await addLoan(agent, '00');
  const blocked = async (o: object = {}) =>
    (await refusal(agent.call(dialer.manualCall, { id: String(loanId), ...o }))).body;
  expect(await blocked({ alternateNumber: 'alternateContact1' })).toMatchObject({
    code: 'CONTACT_BLOCKED',
    facts: { rule: 'no_number' },
  });
  const reference = await server.database.one<{ id: number }>(sql`
    insert into loan_participants (loan_id, type, name, mobile) values (${loanId}, 'Reference', 'A Friend', '9812345600')
    returning id`);
  expect(await blocked({ alternateNumber: `participant.${reference?.id}` })).toMatchObject({
    facts: { rule: 'reference' },
  });
  // The number is blocked on every loan that contains it.
  const other = await addLoan(agent, '00');
  await server.database.run(sql`insert into dnc_numbers (loan_id, mobile, status)
    select ${other}, mobile, 'active' from loans where id = ${loanId}`);
  expect(await blocked()).toMatchObject({ facts: { rule: 'do_not_call' } });
  await server.database.run(sql`delete from dnc_numbers where loan_id = ${other}`);
  // The clock jumps by hours: connected users need a heartbeat.
  await server.database.run(
    sql`update agent_sessions set heartbeat_at = '2027-01-01' where user_id = ${agent.id}`,
  );
  const day = now;
  now = new Date('2026-11-20T15:00:00Z');
  expect(await blocked()).toMatchObject({
    facts: { rule: 'hours', until: expect.stringContaining('08:00') },
  });
  now = day;
  const allowance = () => agent.call(dialer.allowance, { id: String(loanId) });
  for (let i = 0; i < 3; i += 1) {
    expect(await allowance()).toMatchObject({ times: i, most: 3, everyDays: 1, rule: null });
    const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loanId) });
    await until(async () => (await callOf(callRefNo))?.state === 'ended');
    await write(agent, loanId, { callRefNo, comments: `Busy ${i}` });
  }
  expect((await blocked()).message).toMatch(/contacted often enough\. Possible from /);
  // Tomorrow at eight in India.
  expect(await allowance()).toMatchObject({ times: 3, rule: 'capped', until: '2026-11-21T02:30:00.000Z' });
  const kept = await server.database.rows<{ rule: string | null }>(
    sql`select rule from contact_decisions where loan_id = ${loanId} order by id`,
  );
  expect(kept.map(({ rule }) => rule)).toEqual([
    'no_number',
    'reference',
    'do_not_call',
    'hours',
    null,
    null,
    null,
    'capped',
  ]);
});

test('a foreign loan is not called, and a foreign campaign not joined', async () => {
  const agent = await agentOf(campaignId);
  const stranger = await agentOf();
  expect((await refusal(stranger.call(dialer.login, { campaignId }))).body.code).toBe('NOT_FOUND');
  await login(agent);
  const loanId = await addLoan(stranger, '20');
  expect((await refusal(agent.call(dialer.manualCall, { id: String(loanId) }))).body.code).toBe('NOT_FOUND');
});

test('signing out closes the dialer session, with touching intervals from login to logout', async () => {
  const agent = await agentOf(campaignId);
  await login(agent);
  await agent.call(dialer.ready, {});
  pass(30);
  const lunch = await server.database.one<{ id: number }>(
    sql`insert into breaks (name, duration) values ('Lunch', '00:45') returning id`,
  );
  expect(await agent.call(dialer.onBreak, { breakId: lunch?.id ?? 0 })).toMatchObject({
    status: 'BREAK-LUNCH',
  });
  expect(await agent.call(dialer.breakStatus, {})).toMatchObject({ isOnBreak: true, name: 'Lunch' });
  pass(600);
  expect(await agent.call(dialer.pause, {})).toMatchObject({ status: 'IDLE' });
  await agent.call(session.logout, {});
  const shift = await server.database.rows<{ word: string; seconds: number }>(sql`
    select i.word, extract(epoch from i.ended_at - i.started_at)::int as seconds from agent_intervals i
    where i.user_id = ${agent.id} order by i.started_at, i.id`);
  expect(shift.map(({ word }) => word)).toEqual(['First-login', 'waiting', 'BREAK-LUNCH', 'IDLE']);
  const sum = await server.database.one<{ all: number; parts: number }>(sql`
    select extract(epoch from s.ended_at - s.started_at)::float8 as all,
      (select sum(extract(epoch from i.ended_at - i.started_at)) from agent_intervals i where i.session_id = s.id)::float8 as parts
    from agent_sessions s where s.user_id = ${agent.id}`);
  expect(sum?.parts).toBeCloseTo(sum?.all ?? 0, 3);
});

test("agents' statuses are visible to superiors, with totals by status", async () => {
  const agent = await agentOf(campaignId);
  await login(agent);
  const desk = await server.as('list_agent_live_status');
  const all = await desk.call(agentLive.list, { status: 'loggedIn' });
  expect(all.rows.find(({ id }) => id === agent.id)).toMatchObject({
    name: 'Early Dues',
    status: 'First-login',
  });
  expect(all.rows.find(({ id }) => id === agent.id)?.timestamp).toBeGreaterThan(1e9);
  await agent.call(dialer.onBreak, {});
  const onBreak = await desk.call(agentLive.list, { status: 'break' });
  expect(onBreak.rows.map(({ id }) => id)).toContain(agent.id);
  expect(onBreak.summary).toMatchObject({ statusCount: { Break: expect.any(Number) } });
  const other = await server.person({ roleType: 'tech_lead', flags: ['list_agent_live_status'] });
  expect(await other.call(agentLive.list, {})).toMatchObject({ rows: [], count: 0 });
});

test('progressive dialing gives each ready agent one call and abandons none', async () => {
  const own = await addCampaign('Progressive', 'progressive');
  const agents = [await agentOf(own), await agentOf(own)];
  const [first] = agents as [Caller];
  for (const end of ['20', '21', '22', '23', '00', '01', '02', '24', '25', '26'])
    await addLoan(first, end, { campaignId: own });
  await server.database.run(sql`update dialer_processes set is_started = true where campaign_id = ${own}`);
  for (const agent of agents) {
    await agent.call(dialer.login, { campaignId: own });
    await agent.call(dialer.ready, {});
  }
  const talked = async (): Promise<number> =>
    (
      await server.database.one<{ n: number }>(sql`
      select count(*) as n from call_attempts where campaign_id = ${own} and outcome = 'connected'`)
    )?.n ?? 0;
  await until(async () => {
    const live = await server.database.one<{ n: number }>(
      sql`select count(*) as n from call_attempts where campaign_id = ${own} and state <> 'ended'`,
    );
    expect(live?.n).toBeLessThanOrEqual(2);
    for (const agent of agents) {
      const { status, call } = await agent.call(dialer.status, {});
      // Without a connected page an agent idle for 45 seconds is marked as away.
      if (status === 'IDLE') await agent.call(dialer.ready, {});
      if (status === 'wrap-up' && call)
        await write(agent, call.loanId ?? 0, { callRefNo: call.callRefNo }).catch(() => undefined);
    }
    return (await talked()) >= 4;
    // Less than a caller's patience: the server must be able to put them through in between.
  }, 1.8);
  const abandoned = await server.database.one<{ n: number }>(
    sql`select count(*) as n from call_attempts where campaign_id = ${own} and outcome = 'abandoned'`,
  );
  expect(abandoned?.n).toBe(0);
  const twice = await server.database.rows(
    sql`select lead_id from call_attempts where campaign_id = ${own} and outcome = 'connected' group by 1 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  await server.database.run(sql`update dialer_processes set is_started = false where campaign_id = ${own}`);
  const admin = await server.as('list_campaign', 'campaign_start_stop');
  const seen = await admin.call(leads.campaign, { id: String(own) });
  expect(seen).toMatchObject({ agents: 2, campaignType: 'progressive', abandonedToday: 0, pacing: null });
  // Talk and wrap-up were a part of the staffed time.
  expect(seen?.utilisation).toBeGreaterThan(0);
  expect(seen?.utilisation).toBeLessThanOrEqual(100);
  const { leads: cleared } = await admin.call(leads.clear, { campaignId: own });
  expect(await admin.call(leads.queued, { campaignId: own })).toEqual({ queuedLeads: 0 });
  expect((await admin.call(leads.reset, { campaignId: own })).leads).toBeGreaterThanOrEqual(cleared);
});
