/** Recordings that a real exchange stops spontaneously during a call: the stored recording is complete. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { recordings } from '../../../src/contexts/dialer/contract/recordings.ts';
import { secondLine } from '../../../src/contexts/dialer/contract/call-control/second-line.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { agentVoice, packetMs } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';
import { heardInWav } from './recording.ts';

const extension = '1001';
const mine = agentVoice(extension);
let floor: Floor;
let agent: Caller;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
  agent = (floor.agents[0] as Floor['agents'][number]).caller;
  await agent.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live(extension).length === 1);
});
afterAll(() => floor.stop());

let made = 0;
interface Spoken {
  ref: string;
  call: SipCall;
  /** Received packets: of the agent at the borrower's, of the borrower at the agent's. */
  ours(): number;
  theirs(): number;
}
async function speaks(place: (id: string) => Promise<{ callRefNo: string }>): Promise<Spoken> {
  made += 1;
  const mobile = `98112${String(made).padStart(3, '0')}20`;
  const { callRefNo: ref } = await place(String(await floor.addLoan(mobile, agent)));
  await floor.becomes(agent, 'on-call');
  const [call] = floor.peer.live(mobile);
  const [line] = floor.peer.live(extension);
  if (!call?.media || !line?.media) throw new Error('nobody is there');
  const [there, here] = [call.media.heard, line.media.heard];
  // A line has audio of earlier calls.
  const before = here.voices.get(call.voice) ?? 0;
  return {
    ref,
    call,
    ours: () => there.alone.get(mine)?.packets ?? 0,
    theirs: () => (here.voices.get(call.voice) ?? 0) - before,
  };
}
const first = (): Promise<Spoken> => speaks((id) => agent.call(dialer.manualCall, { id }));
const second = (): Promise<Spoken> => speaks((id) => agent.call(secondLine.place, { id }));
/** Both have audio for this long from now on. */
async function talk(one: Spoken, seconds: number): Promise<void> {
  const [ours, theirs] = [one.ours(), one.theirs()];
  const enough = (seconds * 1000) / packetMs;
  await until('they speak', () => one.ours() - ours > enough && one.theirs() - theirs > enough);
}
/** Silence and music come in packets too. */
async function hearsFor({ call: { media } }: Spoken, seconds: number): Promise<void> {
  const before = media?.heard.packets ?? 0;
  await until('so long', () => (media?.heard.packets ?? 0) - before > (seconds * 1000) / packetMs);
}
async function endAll(...all: readonly Spoken[]): Promise<void> {
  for (const { call } of all) floor.peer.hangUp(call);
  for (let i = 0; i < all.length; i += 1) {
    await floor.becomes(agent, 'wrap-up');
    await floor.say(agent);
  }
  await floor.becomes(agent, 'IDLE');
}
const isLive = async (name: string): Promise<boolean> =>
  (await floor.exchange.ask<{ name?: string }>(`/recordings/live/${name}`)).name === name;

/** Missing seconds per voice in the stored recording. */
async function lacksOf(one: Spoken): Promise<{ ours: number; theirs: number; whole: number }> {
  const state = () =>
    floor.server.database.one<{ state: string }>(sql`
      select r.state from recordings r join call_attempts k on k.id = r.attempt_id where k.reference_id = ${one.ref}`);
  await until('it is kept', async () => (await state())?.state === 'stored');
  const boss = await floor.server.as('list_summary_disposition');
  const sound = await boss.call(recordings.play, { referenceId: one.ref });
  const { voices, seconds } = heardInWav(Buffer.from(await sound.arrayBuffer()));
  const lackOf = (voice: number, heard: number): number =>
    (heard * packetMs) / 1000 - (voices.get(voice) ?? 0);
  const { from = 0, until: last = 0 } = one.call.media?.heard.alone.get(mine) ?? {};
  const whole = (last - from) / 1000 - seconds;
  const lacks = { ours: lackOf(mine, one.ours()), theirs: lackOf(one.call.voice, one.theirs()), whole };
  figure('the recording is shorter than the talk by', whole * 1000);
  figure('the recording lacks of the agent', lacks.ours * 1000);
  figure('and of the borrower', lacks.theirs * 1000);
  return lacks;
}
/** Both voices are complete, with no extra audio of the borrower: while they wait, agents are recorded muted. */
async function isWhole(one: Spoken): Promise<void> {
  const { ours, theirs } = await lacksOf(one);
  expect(ours).toBeLessThan(0.6);
  expect(Math.abs(theirs)).toBeLessThan(0.6);
}

test('a recording of one silent party stops after four seconds, and no other does', async () => {
  const a = await first();
  await talk(a, 1);
  // Both are in it without audio; on hold; each for longer.
  const { media } = a.call;
  await agent.call(dialer.mute, { isMuted: true });
  if (media) media.isMute = true;
  await hearsFor(a, 6);
  expect(await isLive(a.ref)).toBe(true);
  if (media) media.isMute = false;
  await agent.call(dialer.hold, { isHeld: true });
  await hearsFor(a, 6);
  expect(await isLive(a.ref)).toBe(true);
  await agent.call(dialer.hold, { isHeld: false });
  await agent.call(dialer.mute, { isMuted: false });
  await talk(a, 1);
  const b = await second();
  const ended = await until('it has ended', async () => !(await isLive(a.ref)), 10);
  figure('somebody waits alone, until the exchange ends the recording', ended);
  expect(await isLive(b.ref)).toBe(true);
  await endAll(a, b);
});

test.each([3, 6, 10])('a first call on hold for %i s has all audio recorded once', async (seconds) => {
  const a = await first();
  await talk(a, 2);
  const b = await second();
  await talk(b, seconds);
  await agent.call(secondLine.swap, {});
  await talk(a, 3);
  await agent.call(secondLine.swap, {});
  await talk(b, 2);
  await endAll(b, a);
  await isWhole(a);
  await isWhole(b);
});

test('audio during a key press is omitted, and all other audio recorded', async () => {
  const a = await first();
  await talk(a, 1);
  floor.peer.type(a.call, '135790');
  await until('all are pressed', () => floor.wire.passed(0, Infinity, ['ChannelDtmfReceived']).length >= 6);
  await talk(a, 1);
  await endAll(a);
  // The mixed run subtracts the same amount.
  const { ours, whole } = await lacksOf(a);
  for (const one of [ours, whole]) expect(one).toBeLessThan(6 * 0.2 + 0.3);
  expect(whole).toBeGreaterThan(0.3);
});
