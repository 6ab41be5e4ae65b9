/** A line requested without a listening server rings once one listens, and is no missed call. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Caller } from '../kit.ts';
import { until } from '../until.ts';
import { type PlayedExchange, addAgent, addCampaign, openPlayedExchange } from './played-exchange.ts';

let played: PlayedExchange;
let campaignId = 0;
let agent: Caller;
beforeAll(async () => {
  played = await openPlayedExchange((url) => `${url}&wss=wss://pbx.test:8089/ws`);
  campaignId = await addCampaign(played.server);
});
beforeEach(async () => {
  agent = await addAgent(played.server, campaignId);
});
afterEach(() => {
  played.fake.isClosed = false;
});
afterAll(() => played.close());

interface Line {
  legId: string | null;
  isUp: boolean;
  missed: number;
}
const line = async (): Promise<Line> =>
  (await played.server.database.one<Line>(sql`
    select agent_leg_id as "legId", is_leg_up as "isUp", missed_legs as missed from agent_sessions
    where user_id = ${agent.id} and ended_at is null`)) ?? { legId: null, isUp: false, missed: -1 };
function stopListening(): void {
  played.fake.isClosed = true;
  played.fake.endSockets('cut');
}
/** The exchange receives no request for it, and does not list it. */
async function isGivenUp(): Promise<void> {
  await until(async () => (await line()).legId !== null, 'the line is asked for');
  const { legId } = await line();
  await until(async () => (await line()).legId !== legId, 'the line is given up');
}

test('a browser line connects without another request', async () => {
  await agent.call(dialer.login, { campaignId, leg: 'webrtc' });
  stopListening();
  await agent.call(dialer.lineReady, { hasCall: false });
  await isGivenUp();
  played.fake.isClosed = false;
  await until(async () => (await line()).isUp, 'the line is up');
  expect((await line()).missed).toBe(0);
});

test('a ready agent remains ready, and their desk phone rings', async () => {
  stopListening();
  await agent.call(dialer.login, { campaignId, leg: 'nailed' });
  await agent.call(dialer.ready, {});
  for (let time = 0; time < 2; time += 1) await isGivenUp();
  expect((await agent.call(dialer.status, {})).status).toBe('Ready');
  played.fake.isClosed = false;
  await until(async () => (await agent.call(dialer.status, {})).status === 'waiting', 'the agent waits');
});
