/** No party hears silence with a slow or disconnected server: the exchange plays until it is available. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { transfers } from '../../../src/contexts/dialer/contract/call-control/transfers.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Callers, music, openCallers } from './callers.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';

const [did, branch] = ['1600000001', '9700000022'];
const told = ['nobody-here-hi', 'nobody-here-en'];
let floor: Floor;
let callers: Callers;
let ana: Caller;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
  callers = await openCallers(floor);
  ana = floor.agents[0]?.caller as Caller;
  await callers.queue({ number: did, teamId: floor.campaignId });
});
afterAll(() => floor.stop());

const voiceIn = (number: string, voice: number): number =>
  floor.peer.live(number)[0]?.media?.heard.alone.get(voice)?.packets ?? 0;
/** An agent's call, bridged. */
async function talk(mobile: string): Promise<void> {
  if ((await floor.statusOf(ana)) === 'logged-out')
    await ana.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live('1001').length === 1);
  const loanId = await floor.addLoan(mobile, ana);
  await ana.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(ana, 'on-call');
  await until('they hear the agent', () => voiceIn(mobile, agentVoice('1001')) > 25);
}
async function ends(mobile: string): Promise<void> {
  await until('the end is written down', async () => {
    const row = await floor.server.database.one<{ state: string }>(
      sql`select state from call_attempts where phone = ${mobile} order by id desc limit 1`,
    );
    return row?.state === 'ended';
  });
  await until('nobody is left', () => floor.peer.live(mobile).length === 0);
  const bridges = await floor.exchange.ask<{ bridge_type: string }[]>('/bridges');
  expect(bridges.filter((one) => one.bridge_type === 'mixing')).toEqual([]);
  const channels = await floor.exchange.ask<{ name: string }[]>('/channels');
  expect(channels.filter(({ name }) => name.startsWith('Local/'))).toEqual([]);
}

test('a borrower gets an announcement and a hang-up when the external target hangs up without a server', async () => {
  const mobile = '9811111120';
  await talk(mobile);
  const heard = floor.peer.live(mobile)[0]?.media?.heard;
  const made = await floor.server.database.one<{ id: number }>(sql`
    insert into transfer_numbers (name, number) values ('Branch', ${branch}) returning id`);
  await ana.call(transfers.start, { isBlind: true, numberId: made?.id ?? 0 });
  await until('they hear the branch', () => voiceIn(mobile, borrowerVoice(branch)) > 25);
  await floor.becomes(ana, 'wrap-up');
  floor.wire.hold(true);
  const [there] = floor.peer.live(branch);
  if (there) floor.peer.hangUp(there);
  await until('they are let go', () => floor.peer.live(mobile).length === 0, 60);
  figure('a branch hung up: the longest silence', heard?.longestSilence ?? 0);
  expect(heard?.longestSilence).toBeLessThan(1000);
  expect(heard?.sounds.map(({ name }) => name)).toEqual(expect.arrayContaining(told));
  floor.wire.hold(false);
  await ends(mobile);
  await floor.say(ana);
});

test("a borrower gets an announcement until a server ends the call, when the agent's line hangs up without one", async () => {
  const mobile = '9811111121';
  await talk(mobile);
  const heard = floor.peer.live(mobile)[0]?.media?.heard;
  floor.wire.hold(true);
  const [line] = floor.peer.live('1001');
  if (line) floor.peer.hangUp(line);
  await until('they are told', () => heard?.sounds.at(-1)?.name === told[0]);
  floor.wire.hold(false);
  await ends(mobile);
  figure('an agent’s line hung up: the longest silence', heard?.longestSilence ?? 0);
  expect(heard?.longestSilence).toBeLessThan(1000);
  await floor.say(ana);
});

test('a three-way call continues between two when one hangs up without a server', async () => {
  const mobile = '9811111122';
  await talk(mobile);
  const { id = 0 } =
    (await floor.server.database.one<{ id: number }>(sql`select id from transfer_numbers limit 1`)) ?? {};
  await ana.call(transfers.start, { isBlind: false, numberId: id });
  await until(
    'they are asked',
    async () => (await ana.call(dialer.status, {})).call?.transfer?.stage === 'joined',
  );
  await ana.call(dialer.hold, { isHeld: false });
  const heard = floor.peer.live(mobile)[0]?.media?.heard;
  await until('they hear the branch', () => (heard?.voices.get(borrowerVoice(branch)) ?? 0) > 25);
  floor.wire.hold(true);
  const [there] = floor.peer.live(branch);
  if (there) floor.peer.hangUp(there);
  const before = voiceIn(mobile, agentVoice('1001'));
  await until(
    'they hear the agent for two seconds',
    () => voiceIn(mobile, agentVoice('1001')) - before > 100,
  );
  expect(heard?.sounds.map(({ name }) => name)).not.toContain(told[0]);
  floor.wire.hold(false);
  await ana.call(dialer.hangUp, {});
  await ends(mobile);
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
});

test('a queue caller hears music until bridged while exchange commands are slow', async () => {
  const mobile = '9822200020';
  await floor.addLoan(mobile, ana);
  const call = await floor.peer.callIn(mobile, did);
  await callers.hears(call, music);
  await callers.works(ana, floor.campaignId);
  await floor.becomes(ana, 'ringing');
  floor.wire.slow(350);
  await ana.call(dialer.answer, {});
  await until('they speak', () => (call.media?.heard.alone.get(agentVoice('1001'))?.packets ?? 0) > 50);
  figure('a slow exchange: the longest silence', call.media?.heard.longestSilence ?? 0);
  expect(call.media?.heard.longestSilence).toBeLessThan(1000);
  floor.wire.slow(0);
  floor.peer.hangUp(call);
  await floor.becomes(ana, 'wrap-up');
  await floor.say(ana);
});
