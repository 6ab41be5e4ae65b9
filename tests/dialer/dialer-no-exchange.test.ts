/** A production server without an exchange: no calls, no simulation, and a notice on every screen. */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { processes } from '../../src/contexts/dialer/contract/processes.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

// Waits for eight dialer cycles.
const clock = { now: () => new Date('2026-11-20T05:00:00Z'), isMoved: true as const };
let server: TestServer;
let campaignId: number;
let processId: number;
let agent: Caller;
beforeAll(async () => {
  server = await boot({ clock, env: { RECOUP_MODE: 'production', ALLOW_PLAIN_HTTP: 'yes' } });
  agent = await server.person({ roleType: 'agent' });
  const made = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Quiet', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id})),
    b as (insert into borrowers (client_id, name) values (1, 'Nobody called') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id, assignee_id)
    select 1, 1, b.id, 'Nobody called', 'Q1', '9811111120', ${campaignId}, ${agent.id} from b`);
  const process = await server.database.one<{ id: number }>(
    sql`select id from dialer_processes where campaign_id = ${campaignId}`,
  );
  processId = process?.id ?? 0;
});
afterAll(() => server.stop());

const codeOf = async (asked: Promise<unknown>): Promise<string> => (await refusal(asked)).body.code;

test('the dialer rejects start, sign-in and calls with the reason', async () => {
  const lead = await server.as('list_campaign', 'campaign_start_stop');
  expect(await codeOf(lead.call(dialer.startStop, { id: processId, status: true }))).toBe('NO_EXCHANGE');
  expect(await codeOf(lead.call(processes.edit, { id: String(processId), isStarted: true }))).toBe(
    'NO_EXCHANGE',
  );
  expect(await codeOf(lead.call(processes.setCron, { id: String(processId), isCronActive: true }))).toBe(
    'NO_EXCHANGE',
  );
  const id = String(campaignId);
  expect(await lead.call(leads.preflight, { id })).toMatchObject({ hasExchange: false, leads: 1 });
  expect(await lead.call(leads.campaign, { id })).toMatchObject({ hasExchange: false, isStarted: false });
  expect(await agent.call(dialer.legs, {})).toMatchObject({ hasExchange: false, legs: [] });
  expect(await codeOf(agent.call(dialer.login, { campaignId }))).toBe('NO_EXCHANGE');
});

test('a started campaign with an idle agent places no calls', async () => {
  await server.database.run(sql`
    with p as (update dialer_processes set is_started = true where id = ${processId})
    insert into agent_sessions (user_id, campaign_id, mode, activity, word, never_ready, is_leg_up, agent_leg_id,
      heartbeat_at, since, started_at)
    values (${agent.id}, ${campaignId}, 'READY', 'POOL', 'waiting', false, true, gen_random_uuid(), ${clock.now()},
      ${clock.now()}, ${clock.now()})`);
  const leaseOf = async () =>
    (
      await server.database.one<{ at: string | null }>(
        sql`select max(expires_at)::text as at from dialer_leases where campaign_id = ${campaignId}`,
      )
    )?.at ?? '';
  for (let turns = 0, last = ''; turns < 8; turns += 1) {
    while ((await leaseOf()) === last) await turn(5);
    last = await leaseOf();
  }
  expect(await server.database.rows(sql`select id from call_attempts`)).toEqual([]);
  // Nor by hand.
  const loan = await server.database.one<{ id: number }>(sql`select id from loans where loan_number = 'Q1'`);
  expect(await codeOf(agent.call(dialer.manualCall, { id: String(loan?.id) }))).toBe('NO_EXCHANGE');
});
