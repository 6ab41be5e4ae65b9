/** Late events of the exchange: no call is placed ahead of a free agent, and none at all while borrowers would wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { exchange } from '../../src/contexts/dialer/contract/exchange/state.ts';
import { freshMemory } from '../../src/contexts/dialer/server/pacing/memory.ts';
import { dayInIndia } from '../../src/kernel/contract/india.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { until } from '../until.ts';

let fake: FakeAri;
let server: TestServer;
let lead: Caller;
let campaignId = 0;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  server = await boot({ env: { ARI_URL: `${fake.url}&answers=recoup-answered` } });
  await server.database.run(
    sql`update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`,
  );
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  lead = await server.as('list_agent_live_status');
  // As bold as it may become.
  const bold = JSON.stringify({
    memory: { ...freshMemory(), logThreshold: Math.log(0.3) },
    day: dayInIndia(new Date()),
    answers: 500,
    abandons: 0,
  });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id, pacing_state)
    values ('Ahead', 'predictive', 4, 1, ${bold}::json) returning id`);
  campaignId = made?.id ?? 0;
  await until(() => fake.isHeard());
});
afterAll(async () => {
  await server.stop();
  fake.close();
});

const state = () => lead.call(exchange.state, {});
const dials = (how: string): Promise<void> =>
  until(async () => (await state()).dials === how, `dials ${how}`);
/** Rings for long: a number of which nobody answers. */
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
    const agent = await server.person({ roleType: 'agent' });
    await server.database.run(sql`
      with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
      update users set extension_number = ${8000 + i} where id = ${agent.id}`);
    await agent.call(dialer.login, { campaignId });
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
  // Several turns of the dialer.
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
