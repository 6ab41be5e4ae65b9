/**
 * A trunk starts no more calls per second than its carrier allows, across all servers; calls that agents dial have
 * precedence.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, bootBeside } from '../kit.ts';
import { until } from '../until.ts';
import {
  type PlayedExchange,
  addBorrower,
  addCampaign,
  openPlayedExchange,
  seatAgent,
} from './played-exchange.ts';

let played: PlayedExchange;
let fake: FakeAri;
let server: TestServer;
let second: TestServer;
let campaignId: number;
let made = 0;
beforeAll(async () => {
  played = await openPlayedExchange((url) => url.replace('@trunk&', '@{trunk}&'));
  ({ fake, server } = played);
  campaignId = await addCampaign(server);
  await server.database.run(sql`
    insert into trunks (name, host, weight, channel_limit, place, calls_per_second) values ('Slow', '10.0.0.1', 1, 100, 1, 1)`);
  second = await bootBeside(server, undefined, played.env);
  // No phone is answered: each call only uses its slot of the trunk.
  fake.planFor = ({ trunk }) =>
    trunk === '' ? undefined : { steps: [{ afterMs: 100, type: 'ringing' }], talkMs: 0 };
});
afterAll(async () => {
  await second.stop();
  await played.close();
});

const agentAtDesk = (): Promise<Caller> => seatAgent(server, campaignId);
const numberOf = (): string => `96${String((made += 1)).padStart(8, '0')}`;
const addLead = () => addBorrower(server, { campaignId, mobile: numberOf() });
const loanOf = async (agent: Caller): Promise<string> =>
  String((await addBorrower(server, { agent, mobile: numberOf() })).loanId);
const dialed = () =>
  server.database.rows<{ mode: string; at: string }>(sql`
    select mode, dialed_at as at from call_attempts where dialed_at is not null order by dialed_at`);

test('calls of a campaign leave a second apart, and calls that agents dial take the next moments', async () => {
  for (let n = 0; n < 4; n += 1) await addLead();
  for (let n = 0; n < 3; n += 1) await (await agentAtDesk()).call(dialer.ready, {});
  const byHand = [await agentAtDesk(), await agentAtDesk()];
  const loans = await Promise.all(byHand.map(loanOf));
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
  // At most one of the campaign was placed at the time of the click.
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
  const loans = await Promise.all(agents.map(loanOf));
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
