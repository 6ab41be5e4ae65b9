/** A carrier of a real exchange rejects, ignores, redirects or transfers calls: the next one dials, and no call is diverted. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { planOf } from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { type CarrierRefusal, refusalPlan } from '../../fakes/refusals.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { freePort, telephones } from './asterisk.ts';
import { type Floor, figure, hears, openFloor, until } from './floor.ts';

/** Address of the first carrier; the second one's is that of the telephones. */
const nearHost = '127.0.0.3';
let floor: Floor;
let near: SipPeer;
let agent: { caller: Caller; extension: string };
let refusal: CarrierRefusal | undefined;
let isDeaf = false;
const options = { redirectsTo: '' };
beforeAll(async () => {
  const port = await freePort('udp');
  const of = { port, transport: 'udp', username: null, password: null } as const;
  const trunks = [
    { id: 1, name: 'Near', host: nearHost, ...of },
    { id: 2, name: 'Far', host: telephones, ...of },
  ];
  floor = await openFloor({ agents: 1, trunks, trunkToken: 'k7q2m9' });
  near = await new SipPeer(
    Object.assign(options, {
      host: nearHost,
      port,
      exchange: floor.exchange.sip,
      isDeaf: () => isDeaf,
      planFor: (number: string) => (refusal ? refusalPlan(refusal) : planOf(number)),
    }),
  ).open();
  const [one] = floor.agents;
  if (!one) throw new Error('no agent');
  agent = one;
  await agent.caller.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live(agent.extension).length === 1);
  await until(
    'both carriers answer',
    async () => (await isThere('trunk-1-k7q2m9')) && (await isThere('trunk-2-k7q2m9')),
  );
});
afterAll(async () => {
  near.close();
  await floor.stop();
});
afterEach(async () => {
  refusal = undefined;
  isDeaf = false;
  await floor.server.database.run(sql`delete from line_health`);
  await floor.server.database.run(sql`update trunks set rests_until = null`);
});

const isThere = async (trunk: string): Promise<boolean> =>
  (await floor.exchange.ask<{ state: string }>(`/endpoints/PJSIP/${trunk}`)).state === 'online';
const rowOf = (ref: string) =>
  floor.server.database.one<{ trunk: number; refused: number[]; outcome: string | null; ms: number }>(sql`
    select trunk_id as trunk, refused_trunks as refused, outcome,
      extract(epoch from dialed_at - claimed_at)::float8 * 1000 as ms from call_attempts where reference_id = ${ref}`);
const callsIn = async (): Promise<number> =>
  (
    await floor.server.database.one<{ n: number }>(
      sql`select count(*)::int as n from call_attempts where direction = 'inbound'`,
    )
  )?.n ?? 0;
let numbers = 0;
async function dial(): Promise<{ mobile: string; ref: string }> {
  numbers += 1;
  const mobile = `98${String(numbers).padStart(6, '0')}20`;
  const loanId = await floor.addLoan(mobile, agent.caller);
  const { callRefNo } = await agent.caller.call(dialer.manualCall, { id: String(loanId) });
  return { mobile, ref: callRefNo };
}
async function over(): Promise<void> {
  await floor.becomes(agent.caller, 'wrap-up');
  await floor.say(agent.caller);
}

describe('a call that the first carrier does not carry is connected by the second', () => {
  test.each<[string, CarrierRefusal | 'deaf']>([
    ['403', { sip: 403 }],
    ['407', { sip: 407 }],
    ['408', { sip: 408 }],
    ['488', { sip: 488 }],
    ['500', { sip: 500 }],
    ['502', { sip: 502 }],
    ['503 after an announcement', { sip: 503, after: 183, ms: 800 }],
    ['302', { sip: 302 }],
    ['no 100', 'deaf'],
  ])('%s', async (what, plan) => {
    if (plan === 'deaf') isDeaf = true;
    else refusal = plan;
    const { mobile, ref } = await dial();
    await floor.becomes(agent.caller, 'on-call');
    await until(
      'the borrower hears the agent',
      () => hears(floor.peer, mobile, agentVoice(agent.extension)),
      10,
    );
    const row = await rowOf(ref);
    figure(`from the claim to the second carrier, ${what}`, row?.ms ?? 0);
    expect(row).toMatchObject({ trunk: 2, refused: [1], outcome: null });
    await agent.caller.call(dialer.hangUp, {});
    await over();
  });
});

test.each<[string, CarrierRefusal]>([
  ['switched_off', { sip: 480, after: 183, ms: 1500 }],
  ['switched_off', { sip: 404, after: 183, ms: 1500 }],
  ['no_answer', { sip: 480, after: 180, ms: 1500 }],
  ['switched_off', { sip: 480, reason: 20 }],
  ['invalid', { sip: 404 }],
  ['busy', { sip: 486 }],
])('a call rejected by the borrower’s phone is %s and not rerouted', async (outcome, plan) => {
  refusal = plan;
  const { ref } = await dial();
  await over();
  expect(await rowOf(ref)).toMatchObject({ trunk: 1, refused: [], outcome });
});

test.each([
  ['another number', 'sip:1900123456@127.0.0.9'],
  ['an extension of the dialplan', 'sip:s@127.0.0.9'],
  ['a queue', 'sip:1600000001@127.0.0.9'],
  ['a trunk by its name', 'sip:PJSIP%2F9811111120%40trunk-2@127.0.0.9'],
  ['a context by its name', 'sip:Local%2F1600000001%40recoup-callers@127.0.0.9'],
])('a redirect to %s places and queues no call', async (_, to) => {
  refusal = { sip: 302 };
  options.redirectsTo = to;
  const before = { calls: floor.peer.calls.length, in: await callsIn() };
  const { mobile, ref } = await dial();
  await floor.becomes(agent.caller, 'on-call');
  expect(await rowOf(ref)).toMatchObject({ trunk: 2, refused: [1] });
  expect(floor.peer.calls.slice(before.calls).map(({ number }) => number)).toEqual([mobile]);
  expect(await callsIn()).toBe(before.in);
  await agent.caller.call(dialer.hangUp, {});
  await over();
});

test('a REFER of a carrier or phone is rejected, and both parties remain connected', async () => {
  const before = await callsIn();
  const { mobile } = await dial();
  await floor.becomes(agent.caller, 'on-call');
  await until('the borrower hears the agent', () => hears(near, mobile, agentVoice(agent.extension)), 10);
  const [leg] = near.live(mobile);
  const [line] = floor.peer.live(agent.extension);
  if (!leg || !line) throw new Error('no leg');
  near.refer(leg, 'sip:1600000001@127.0.0.1');
  floor.peer.refer(line, 'sip:1600000001@127.0.0.1');
  await until('both are refused', () => leg.referred !== undefined && line.referred !== undefined);
  expect([leg.referred, line.referred]).toEqual([603, 603]);
  const heard = leg.media?.heard.voices.get(agentVoice(agent.extension)) ?? 0;
  await until(
    'both still hear each other',
    () => (leg.media?.heard.voices.get(agentVoice(agent.extension)) ?? 0) > heard + 20,
    10,
  );
  expect(await floor.statusOf(agent.caller)).toBe('on-call');
  expect(await callsIn()).toBe(before);
  await agent.caller.call(dialer.hangUp, {});
  await over();
});
