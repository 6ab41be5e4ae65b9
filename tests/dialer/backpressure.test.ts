/** Late events of the exchange: no call is placed ahead of a free agent, and none at all while borrowers would wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { exchange } from '../../src/contexts/dialer/contract/exchange/state.ts';
import { freshMemory } from '../../src/contexts/dialer/server/pacing/memory.ts';
import { dayInIndia } from '../../src/kernel/contract/india.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { FakeAri } from '../fakes/ari.ts';
import type { Caller, TestServer } from '../kit.ts';
import { until } from '../until.ts';
import { type PlayedExchange, addCampaign, openPlayedExchange, seatAgent } from './played-exchange.ts';

let played: PlayedExchange;
let fake: FakeAri;
let server: TestServer;
let lead: Caller;
let campaignId = 0;
beforeAll(async () => {
  played = await openPlayedExchange();
  ({ fake, server } = played);
  lead = await server.as('list_agent_live_status');
  // As bold as it may become.
  const bold = JSON.stringify({
    memory: { ...freshMemory(), logThreshold: Math.log(0.3) },
    day: dayInIndia(new Date()),
    answers: 500,
    abandons: 0,
  });
  campaignId = await addCampaign(server);
  await server.database.run(sql`
    update campaigns set campaign_type = 'predictive', max_ratio = 4, pacing_state = ${bold}::json where id = ${campaignId}`);
});
afterAll(() => played.close());

const state = () => lead.call(exchange.state, {});
const dials = (how: string): Promise<void> =>
  until(async () => (await state()).dials === how, `dials ${how}`);
/** Rings long: numbers without an answer. */
const addLoans = (many: number) =>
  server.database.run(sql`
    with b as (insert into borrowers (client_id, name) select 1, 'Rung ' || n from generate_series(1, ${many}::int) n returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
    select 1, 1, id, 'Rung', 'L' || id, '96' || lpad((id % 1000000)::text, 6, '0') || '01', ${campaignId} from b`);
const start = (isStarted: boolean) =>
  server.database.run(
    sql`update dialer_processes set is_started = ${isStarted} where campaign_id = ${campaignId}`,
  );
const open = async () =>
  (await server.database.one<{ ahead: number; reserved: number }>(sql`
      select count(*) filter (where user_id is null)::int as ahead, count(*) filter (where user_id is not null)::int as reserved
      from call_attempts where campaign_id = ${campaignId} and state <> 'ended'`)) ?? {
    ahead: 0,
    reserved: 0,
  };

/** All calls so far, by whether they were reserved for an agent. */
const placed = async () =>
  (
    await server.database.rows<{ ahead: number; reserved: number }>(sql`
      select count(*) filter (where user_id is null)::int as ahead, count(*) filter (where user_id is not null)::int as reserved
      from call_attempts where campaign_id = ${campaignId}`)
  )[0] ?? { ahead: 0, reserved: 0 };
const queued = async (): Promise<number> =>
  (
    await server.database.rows(
      sql`select from leads where state = 'queued' and not_before <= now() and campaign_id = ${campaignId}`,
    )
  ).length;

test('dialing ahead stops above one second of lag, all dialing above two, and both resume when it is short', async () => {
  const agents: Caller[] = [];
  for (let i = 0; i < 2; i += 1) {
    const agent = await seatAgent(server, campaignId);
    await agent.call(dialer.ready, {});
    agents.push(agent);
  }
  await until(
    async () =>
      (await server.database.rows(sql`select from agent_sessions where activity = 'POOL'`)).length === 2,
  );
  await addLoans(60);
  await start(true);
  await until(async () => (await open()).ahead > 2, 'calls ahead of the agents');
  fake.lateMs = 3000;
  await dials('none');
  expect((await state()).lagMs).toBeGreaterThan(2000);
  await until(async () => (await open()).ahead === 0, 'calls that ring are over');
  const before = await placed();
  await addLoans(40);
  await until(async () => (await queued()) > 10, 'leads');
  expect(await agents[0]?.call(dialer.waiting, {})).toMatchObject({ reason: 'late_events' });
  // Several cycles of the dialer.
  const turns = performance.now() + 2000;
  await until(() => performance.now() > turns);
  expect(await placed()).toEqual(before);
  // Between the two limits: a call for each free agent, and reserved for them.
  fake.lateMs = 800;
  await dials('one_each');
  await until(async () => (await placed()).reserved >= before.reserved + 2, 'a call for each agent');
  expect((await placed()).ahead).toBe(before.ahead);
  fake.lateMs = 0;
  await dials('free');
  await start(false);
});
