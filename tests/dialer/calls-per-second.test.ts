/** A trunk starts no more calls per second than its carrier allows, over all servers; calls that agents dial go first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot, bootBeside } from '../kit.ts';
import { until } from '../until.ts';

let fake: FakeAri;
let server: TestServer;
let second: TestServer;
let campaignId: number;
let made = 0;
beforeAll(async () => {
  fake = await new FakeAri(20).open();
  const env = { ARI_URL: `${fake.url.replace('@trunk&', '@{trunk}&')}&answers=recoup-answered` };
  server = await boot({ env });
  await server.database.run(sql`
    update compliance_rules set starts_at = '00:00', ends_at = '23:59' where kind = 'hours'`);
  await server.database.run(sql`update compliance_rules set is_active = false where kind = 'holiday'`);
  const campaign = await server.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Limited', 'progressive', 1, 1) returning id`);
  campaignId = campaign?.id ?? 0;
  await server.database.run(sql`
    insert into trunks (name, host, weight, channel_limit, place, calls_per_second) values ('Slow', '10.0.0.1', 1, 100, 1, 1)`);
  await until(async () => fake.isHeard());
  second = await bootBeside(server, undefined, env);
  // No phone is answered: each call only takes its moment of the trunk.
  fake.planFor = ({ trunk }) =>
    trunk === '' ? undefined : { steps: [{ afterMs: 100, type: 'ringing' }], talkMs: 0 };
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  fake.close();
});

async function agentAtDesk(): Promise<Caller> {
  made += 1;
  const agent = await server.person({ roleType: 'agent' });
  await server.database.run(sql`
    with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${agent.id}))
    update users set extension_number = ${8000 + made} where id = ${agent.id}`);
  await agent.call(dialer.login, { campaignId });
  return agent;
}
async function loanOf(agentId: number | null, isLead: boolean): Promise<string> {
  made += 1;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id, campaign_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`P${made}`}, ${`96${String(made).padStart(8, '0')}`}, ${agentId},
      ${isLead ? campaignId : null}::bigint from b returning id`);
  return String(loan?.id);
}
const dialed = () =>
  server.database.rows<{ mode: string; at: string }>(sql`
    select mode, dialed_at as at from call_attempts where dialed_at is not null order by dialed_at`);

test('calls of a campaign leave a second apart, and calls that agents dial take the next moments', async () => {
  for (let n = 0; n < 4; n += 1) await loanOf(null, true);
  for (let n = 0; n < 3; n += 1) await (await agentAtDesk()).call(dialer.ready, {});
  const byHand = [await agentAtDesk(), await agentAtDesk()];
  const loans = await Promise.all(byHand.map(({ id }) => loanOf(id, false)));
  await server.database.run(
    sql`update dialer_processes set is_started = true where campaign_id = ${campaignId}`,
  );
  await until(async () => (await dialed()).length > 0);
  await until(async () =>
    Boolean(
      await server.database.one(
        sql`select 1 as ok from call_attempts where state = 'claimed' having count(*) >= 2`,
      ),
    ),
  );
  const before = (await dialed()).length;
  const refs = await Promise.all(
    byHand.map(async (one, n) => (await one.call(dialer.manualCall, { id: loans[n] ?? '' })).callRefNo),
  );
  await until(() => refs.every((ref) => fake.asked.some((one) => one.startsWith(`POST /channels/${ref}`))));
  const modes = (await dialed()).slice(before).map(({ mode }) => mode);
  // At most one of the campaign left in the moment of the press.
  expect(modes.filter((mode) => mode !== 'manual').length).toBeLessThanOrEqual(1);
  expect(modes.slice(0, 3).filter((mode) => mode === 'manual')).toHaveLength(2);
  await until(async () => (await dialed()).length >= 5);
  const at = (await dialed()).map((one) => Date.parse(one.at));
  for (const [i, moment] of at.slice(1).entries())
    expect(moment - (at[i] ?? 0)).toBeGreaterThanOrEqual(1000 - 1);
});

test('several calls that agents dial at once leave in their order, a second apart, by whichever server', async () => {
  await server.database.run(
    sql`update dialer_processes set is_started = false where campaign_id = ${campaignId}`,
  );
  const agents = [await agentAtDesk(), await agentAtDesk(), await agentAtDesk()];
  const loans = await Promise.all(agents.map(({ id }) => loanOf(id, false)));
  const refs = await Promise.all(
    agents.map(async (agent, n) => (await agent.call(dialer.manualCall, { id: loans[n] ?? '' })).callRefNo),
  );
  await until(() => refs.every((ref) => fake.asked.some((one) => one.startsWith(`POST /channels/${ref}`))));
  const rows = await server.database.rows<{ at: string; dialAt: string | null }>(sql`
    select dialed_at as at, dial_at as "dialAt" from call_attempts where reference_id = any(${refs}::uuid[]) order by dialed_at`);
  expect(rows.map(({ dialAt }) => dialAt)).toEqual([null, null, null]);
  const at = rows.map((one) => Date.parse(one.at));
  for (const [i, moment] of at.slice(1).entries()) expect(moment - (at[i] ?? 0)).toBeGreaterThanOrEqual(999);
});
