/** Blind and warm transfers while exchange requests are slow, lost or rejected: no party hears silence. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { transfers } from '../../../src/contexts/dialer/contract/call-control/transfers.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { openCallers } from './callers.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';
import type { WireFault } from './nodes.ts';

const branch = '9700000021';
/** A tenth of a second of it. */
const some = 5;
/** Half a second. */
const enough = 25;
let floor: Floor;
let ana: Caller;
let ben: Caller;
let branchId: number;
beforeAll(async () => {
  floor = await openFloor({ agents: 2 });
  [ana, ben] = floor.agents.map(({ caller }) => caller) as [Caller, Caller];
  const boss = await floor.server.person({ roleType: 'supervisor' });
  const made = await floor.server.database.one<{ id: number }>(sql`
    with u as (update users set reporting_to = ${boss.id} where id = any(${[ana.id, ben.id]}))
    insert into transfer_numbers (name, number) values ('Branch', ${branch}) returning id`);
  branchId = made?.id ?? 0;
  for (const one of [ana, ben]) await one.call(dialer.login, { campaignId: floor.campaignId });
  await until('the lines are up', () => floor.peer.live().length === 2);
});
afterAll(() => floor.stop());
afterEach(async () => {
  floor.wire.fail();
  floor.wire.slow(0);
  // Disposed during the call: by the database clock calls of this test are old.
  for (const agent of [ana, ben]) if ((await floor.statusOf(agent)) === 'on-call') await floor.say(agent);
  for (const call of floor.peer.live()) if (call.place === 'borrower') floor.peer.hangUp(call);
  for (const agent of [ana, ben]) {
    await until('the call is over', async () =>
      ['First-login', 'IDLE', 'waiting', 'wrap-up'].includes(await floor.statusOf(agent)),
    );
    if ((await floor.statusOf(agent)) === 'wrap-up') await floor.say(agent);
    if ((await floor.statusOf(agent)) === 'waiting') await agent.call(dialer.pause, {});
  }
  await (await openCallers(floor)).isBare();
});

let made = 0;
async function talk(): Promise<SipCall> {
  made += 1;
  const mobile = `98111${String(made).padStart(3, '0')}20`;
  const loanId = await floor.addLoan(mobile, ana);
  await ana.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(ana, 'on-call');
  const [call] = floor.peer.live(mobile);
  if (!call) throw new Error('no call');
  await hears('the borrower hears the agent', call, agentVoice('1001'));
  return call;
}
const packets = ({ media }: SipCall, voice: number): number => media?.heard.alone.get(voice)?.packets ?? 0;
async function hears(what: string, call: SipCall, voice: number, count = enough): Promise<void> {
  const before = packets(call, voice);
  await until(what, () => packets(call, voice) - before > count, 20);
}
/** Transfer target: telephone, voice, and request. */
async function other(to: To) {
  if (to === 'a number')
    return { voice: borrowerVoice(branch), place: branch, asked: { numberId: branchId }, agent: undefined };
  await ben.call(dialer.ready, {});
  await floor.becomes(ben, 'waiting');
  const { people, teams } = await ana.call(transfers.targets, {});
  const asked = to === 'a person' ? { userId: people[0]?.id ?? 0 } : { teamId: teams[0]?.id ?? 0 };
  return { voice: agentVoice('1002'), place: '1002', asked, agent: ben };
}
type To = 'a person' | 'a team' | 'a number';

const late = { ms: 1500 } as const;
const ways = (['a person', 'a team', 'a number'] as const).flatMap((to) => [
  { to, isBlind: true },
  { to, isBlind: false },
]);
const faults: [string, (WireFault & { onlyTo?: To }) | 'slow' | undefined][] = [
  ['as it should be', undefined],
  ['all that is asked takes long', 'slow'],
  ['to put them in loses its answer', { asks: /^POST \S*call-\S*addChannel/, how: 'lost', times: 1 }],
  ['to put them in takes long', { asks: /^POST \S*call-\S*addChannel/, how: late, times: 1 }],
  ['to let the borrower speak takes long', { asks: /^DELETE \S*mute/, how: late, times: 4 }],
  ['to end the music takes long', { asks: /^DELETE \S*moh/, how: late, times: 1 }],
  ['to take the agent out takes long', { asks: /removeChannel/, how: late, times: 1 }],
  ['to take the agent out loses its answer', { asks: /removeChannel/, how: 'lost', times: 1 }],
  ['to guard the borrower is refused', { asks: /^POST \S*variable/, how: 'refused', times: 1 }],
];
const cases = ways.flatMap((way) =>
  faults
    // Each fault on the transfer with most requests, and the usual ones on every transfer.
    .filter((_, i) => i < 3 || (way.to === 'a number' && way.isBlind))
    .map(([name, fault]) => ({ ...way, name, fault, how: way.isBlind ? 'blind' : 'with a word before' })),
);
const longest = new Map<string, number>();
afterAll(() => {
  for (const [who, ms] of longest) figure(`handed on: the longest silence of ${who}`, ms);
});
function isShort(who: string, { media }: SipCall): void {
  const ms = media?.heard.longestSilence ?? 0;
  longest.set(who, Math.max(ms, longest.get(who) ?? 0));
  expect(ms, `${who} heard nothing for ${ms} ms`).toBeLessThan(1000);
}

test.each(cases)('$how to $to, $name', async ({ to, isBlind, fault }) => {
  const call = await talk();
  const { voice, place, asked, agent } = await other(to);
  if (fault === 'slow') floor.wire.slow(350);
  else if (fault) floor.wire.fail({ ...fault });
  const there = (): SipCall | undefined => floor.peer.live(place)[0];
  const mine = agentVoice('1001');
  const speaks = isBlind ? call.voice : mine;
  const heard = (one: SipCall | undefined): number => (one ? packets(one, speaks) : 0);
  // An agent's line has audio of earlier calls.
  const before = heard(there());
  await ana.call(transfers.start, { isBlind, ...asked });
  const isTold = (one: SipCall | undefined): boolean => heard(one) - before > some;
  await until('the other hears somebody', () => isTold(there()), 20);
  const far = there();
  if (!far?.media) throw new Error('nobody is there');
  // An idle agent's line receives no audio.
  if (agent) far.media.heard.longestSilence = 0;
  if (!isBlind) {
    await hears('the other hears the agent', far, mine);
    // The button is there from then on.
    await until('the agent may hand it on', async () => {
      const { call: own } = await ana.call(dialer.status, {});
      return own?.transfer?.stage === 'joined';
    });
    await ana.call(transfers.complete, {});
  }
  await hears('the borrower hears the other', call, voice);
  await hears('the other hears the borrower', far, call.voice);
  await until('the agent is out of it', async () => (await floor.statusOf(ana)) !== 'on-call');
  // Late requests have arrived.
  await hears('the borrower hears the other still', call, voice, 4 * enough);
  expect(packets(far, call.voice)).toBeGreaterThan(4 * enough);
  isShort('the borrower', call);
  isShort(agent ? 'the colleague' : 'the branch', far);
});
