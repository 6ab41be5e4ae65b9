/** Two carriers on a real exchange: the first rejects, and then is down; calls use the second, and are bridged. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { planOf } from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { freePort, telephones } from './asterisk.ts';
import { type Floor, figure, hears, openFloor, until } from './floor.ts';

/** Address of the first carrier; the second is at the telephones' address. */
const nearHost = '127.0.0.3';
let floor: Floor;
let near: SipPeer;
let isThere = true;
let refuses = false;
let agent: { caller: Caller; extension: string };
beforeAll(async () => {
  const port = await freePort('udp');
  const of = { port, transport: 'udp', username: null, password: null } as const;
  const trunks = [
    { id: 1, name: 'Near', host: nearHost, ...of },
    { id: 2, name: 'Far', host: telephones, ...of },
  ];
  floor = await openFloor({ agents: 1, trunks });
  const busy = { steps: [{ afterMs: 100, type: 'ended', cause: 34, by: 'network' }], talkMs: 0 } as const;
  near = await new SipPeer({
    host: nearHost,
    port,
    exchange: floor.exchange.sip,
    planFor: (number) => (refuses ? busy : planOf(number)),
  }).open();
  const [one] = floor.agents;
  if (!one) throw new Error('no agent');
  agent = one;
  await agent.caller.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live(agent.extension).length === 1);
  await until(
    'both carriers answer',
    async () => (await reachable('trunk-1')) && (await reachable('trunk-2')),
  );
});
afterAll(async () => {
  if (isThere) near.close();
  await floor.stop();
});

const reachable = async (trunk: string): Promise<boolean> =>
  (await floor.exchange.ask<{ state: string }>(`/endpoints/PJSIP/${trunk}`)).state === 'online';
const rowOf = (ref: string) =>
  floor.server.database.one<{ trunk: number; refused: number[]; ms: number }>(sql`
    select trunk_id as trunk, refused_trunks as refused, extract(epoch from dialed_at - claimed_at)::float8 * 1000 as ms
    from call_attempts where reference_id = ${ref}`);
const rest = () => floor.server.database.run(sql`update trunks set rests_until = null`);
/** A complete manual call; returns its result and the carrier that received it. */
async function speak(mobile: string, by: SipPeer) {
  const loanId = await floor.addLoan(mobile, agent.caller);
  const { callRefNo } = await agent.caller.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(agent.caller, 'on-call');
  await until('the borrower hears the agent', () => hears(by, mobile, agentVoice(agent.extension)), 10);
  await agent.caller.call(dialer.hangUp, {});
  await floor.becomes(agent.caller, 'wrap-up');
  await floor.say(agent.caller);
  return rowOf(callRefNo);
}

test('a call uses the first carrier while available, and the second when the first has no free channel', async () => {
  expect(await speak('9811111120', near)).toMatchObject({ trunk: 1, refused: [] });
  refuses = true;
  expect(await speak('9811111121', floor.peer)).toMatchObject({ trunk: 2, refused: [1] });
  // It is last in order for a while.
  expect(await speak('9811111122', floor.peer)).toMatchObject({ trunk: 2, refused: [] });
  refuses = false;
  await rest();
  expect(await speak('9811111123', near)).toMatchObject({ trunk: 1, refused: [] });
});

test('a carrier that is down is skipped once the exchange detects it', async () => {
  near.close();
  isThere = false;
  figure(
    'until the exchange misses a carrier',
    await until('it is missed', async () => !(await reachable('trunk-1')), 60),
  );
  await rest();
  const row = await speak('9811111124', floor.peer);
  expect(row).toMatchObject({ trunk: 2, refused: [1] });
  figure('from the claim to the second carrier', row?.ms ?? 0);
});
