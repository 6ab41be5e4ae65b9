import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { freshMemory } from '../../src/contexts/dialer/server/pacing/memory.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { asTimePasses } from '../until.ts';

/** Half past ten in India, on a day like any other. */
let now = new Date('2026-11-20T05:00:00Z');
let server: TestServer;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  await server.database.run(sql`
    insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99) on conflict do nothing`);
});
afterAll(() => server.stop());

/** As bold as it may become, with so many live answers of the day. */
const bold = (answers: number, abandons: number): string =>
  JSON.stringify({
    memory: { ...freshMemory(), logThreshold: Math.log(0.3) },
    day: '2026-11-20',
    answers,
    abandons,
  });
async function campaignWith(name: string, state: string): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id, pacing_state)
    values (${name}, 'predictive', 4, 1, ${state}::json) returning id`);
  const id = made?.id ?? 0;
  // All of them answer after some seconds.
  await server.database.run(sql`
    with b as (insert into borrowers (client_id, name) select 1, ${name} || n from generate_series(1, 60) n returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
    select 1, 1, id, ${name}, ${name} || id, '98' || lpad((id % 1000000)::text, 6, '0') || (20 + id % 30), ${id} from b`);
  return id;
}
async function readyAgents(campaignId: number, many: number): Promise<Caller[]> {
  const agents: Caller[] = [];
  for (let i = 0; i < many; i += 1) {
    const agent = await server.person({ roleType: 'agent' });
    await server.database.run(
      sql`insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})`,
    );
    await agent.call(dialer.login, { campaignId });
    await agent.call(dialer.ready, {});
    agents.push(agent);
  }
  return agents;
}
const start = (campaignId: number, isStarted: boolean) =>
  server.database.run(
    sql`update dialer_processes set is_started = ${isStarted} where campaign_id = ${campaignId}`,
  );

interface Seen {
  /** Unassigned active calls, and idle agents. */
  ahead: number;
  free: number;
  reached: number;
  abandoned: number;
}
const look = async (campaignId: number): Promise<Seen> =>
  (await server.database.one<Seen>(sql`
    select (select count(*) from call_attempts where campaign_id = ${campaignId} and state <> 'ended' and user_id is null) as ahead,
      (select count(*) from agent_sessions where campaign_id = ${campaignId} and activity = 'POOL') as free,
      (select count(*) from call_attempts where campaign_id = ${campaignId} and bridged_at is not null) as reached,
      (select count(*) from call_attempts where campaign_id = ${campaignId} and outcome = 'abandoned') as abandoned`)) as Seen;

const until = asTimePasses(
  () => server.database,
  (ms) => (now = new Date(now.getTime() + ms)),
);
/** Agents' automatic actions: they get ready, and dispose of calls. */
async function writeDown(agents: readonly Caller[], who?: 'machine'): Promise<void> {
  for (const agent of agents) {
    const { status, call } = await agent.call(dialer.status, {});
    if (status === 'IDLE') await agent.call(dialer.ready, {});
    if (status !== 'wrap-up' || !call) continue;
    const { callRefNo } = call;
    const loanId = call.loanId ?? 0;
    const said = { loanId, dispositionId: 900, comments: 'Spoke', callRefNo };
    if (who) await agent.call(dialer.spokeTo, { who }).catch(() => undefined);
    // An unassigned loan cannot be disposed of: it is assigned during the call.
    await server.database.run(sql`update loans set assignee_id = ${agent.id} where id = ${loanId}`);
    await agent.call(borrowerDispositions.record, said).catch(() => undefined);
  }
}
/** Time passes while they work, until it is so. */
const work = (agents: readonly Caller[], isOver: () => Promise<boolean>, who?: 'machine'): Promise<void> =>
  until(
    async () => {
      if (await isOver()) return true;
      await writeDown(agents, who);
      return false;
    },
    2,
    String(isOver),
  );

test('predictive dialing places calls ahead, and learns from every answer once', async () => {
  const campaignId = await campaignWith('Ahead', bold(0, 0));
  const agents = await readyAgents(campaignId, 3);
  await start(campaignId, true);
  let isAhead = false;
  await work(agents, async () => {
    const seen = await look(campaignId);
    isAhead ||= seen.ahead > seen.free;
    return isAhead && seen.reached >= 4;
  });
  await start(campaignId, false);
  const { reached, abandoned } = await look(campaignId);
  await work([], async () => {
    const row = await server.database.one<{ n: number; state: { answers: number; abandons: number } }>(sql`
      select (select count(*) from call_attempts where campaign_id = ${campaignId} and paced = 0) as n, pacing_state as state
      from campaigns where id = ${campaignId}`);
    // A stopped campaign learns nothing more; what it has learned is no more than there was.
    return (row?.state.answers ?? 0) > 0 && (row?.state.answers ?? 0) <= reached + abandoned;
  });
  const twice = await server.database.rows(
    sql`select lead_id from call_attempts where campaign_id = ${campaignId} and bridged_at is not null group by 1 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
});

test("an answering machine reported by an agent is excluded from the day's answers and from pacing", async () => {
  const campaignId = await campaignWith('Marked', bold(0, 0));
  const agents = await readyAgents(campaignId, 2);
  await start(campaignId, true);
  const counted = () =>
    server.database.one<{ answers: number; live: number; marked: number }>(sql`
      select (c.pacing_state->>'answers')::int as answers,
        count(*) filter (where k.bridged_at is not null and k.paced in (1, 2) or k.outcome = 'abandoned' and k.paced = 3)::int as live,
        count(*) filter (where k.bridged_at is not null and k.paced = 3 and k.spoken_to = 'machine')::int as marked
      from campaigns c join call_attempts k on k.campaign_id = c.id where c.id = ${campaignId} group by c.id`);
  await work(agents, async () => ((await counted())?.marked ?? 0) >= 3, 'machine');
  await start(campaignId, false);
  const { answers, live } = (await counted()) ?? { answers: -1, live: 0 };
  expect(answers).toBe(live);
  const desk = await server.as('list_campaign');
  const shown = await desk.call(leads.campaign, { id: String(campaignId) });
  const people = await server.database.one<{ n: number }>(sql`
    select count(*)::int as n from call_attempts where campaign_id = ${campaignId}
      and (outcome = 'abandoned' or outcome = 'connected' and spoken_to is null)`);
  expect(shown?.answeredToday).toBe(people?.n);
});

test('a caller is connected once the row lock on the only free agent is released', async () => {
  const campaignId = await campaignWith('Looked at', bold(0, 0));
  const [agent] = await readyAgents(campaignId, 1);
  if (!agent) throw new Error('nobody is ready');
  await server.database.run(sql`update campaigns set patience_s = 10 where id = ${campaignId}`);
  const answered = () =>
    server.database.one(sql`
      select 1 as ok from call_attempts where campaign_id = ${campaignId} and state = 'answered' and user_id is null
        and end_reason is null`);
  const isWaiting = async (): Promise<boolean> => (await agent.call(dialer.status, {})).status === 'waiting';
  await work([], isWaiting);
  await server.database.transaction(async (tx) => {
    // They remain present without connected pages.
    await tx.run(sql`
      update agent_sessions set heartbeat_at = ${now}::timestamptz + interval '1 day' where user_id = ${agent.id}`);
    await start(campaignId, true);
    await until(async () => (await answered()) !== undefined, 0.5);
    await start(campaignId, false);
  });
  // Nothing else happens: no time passes, and no agent becomes free.
  await expect.poll(async () => (await agent.call(dialer.status, {})).status).toBe('on-call');
});

test("above the day's abandon limit each call is placed for one agent", async () => {
  const campaignId = await campaignWith('Held', bold(100, 7));
  const agents = await readyAgents(campaignId, 2);
  await start(campaignId, true);
  await work(agents, async () => {
    const seen = await look(campaignId);
    expect(seen.ahead).toBe(0);
    return seen.reached >= 2;
  });
  const desk = await server.as('list_campaign');
  expect(await desk.call(leads.campaign, { id: String(campaignId) })).toMatchObject({
    campaignType: 'predictive',
    agents: 2,
    targetAbandon: 2,
    stopAbandon: 3,
    pacing: { restraint: 'day-figure', threshold: expect.any(Number), risk: null },
    why: [],
  });
  await start(campaignId, false);
  expect((await look(campaignId)).abandoned).toBe(0);
  // No leads remain: the panel shows the reasons for all.
  await server.database.run(sql`update leads set state = 'done' where campaign_id = ${campaignId}`);
  const empty = await desk.call(leads.campaign, { id: String(campaignId) });
  expect(empty).toMatchObject({ queuedLeads: 0, isStarted: false });
  expect(empty?.why.reduce((all, { leads: n }) => all + n, 0)).toBe(60);
  expect(empty?.why.map(({ rule }) => rule)).toContain('attended');
});
