/** Agent actions in an active call, verified by the audio of all parties. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listening } from '../../../src/contexts/dialer/contract/call-control/listening.ts';
import { secondLine } from '../../../src/contexts/dialer/contract/call-control/second-line.ts';
import { transfers } from '../../../src/contexts/dialer/contract/call-control/transfers.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { keypad } from '../../../src/contexts/dialer/contract/call-control/keypad.ts';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import type { Heard } from '../../fakes/sip/media.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, openFloor, until } from './floor.ts';
import { heardInWav } from './recording.ts';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ agents: 4 });
});
afterAll(() => floor.stop());

const person = (place: number) => {
  const found = floor.agents[place];
  if (!found) throw new Error('no such agent');
  return { ...found, voice: agentVoice(found.extension) };
};
/** Audio of one telephone from now on: packets per voice, and in total. */
function ear(number: string) {
  const media = floor.peer.live(number)[0]?.media;
  if (!media) throw new Error(`${number} is in no call`);
  const { heard } = media;
  const copy = (now: Heard) => ({ loud: now.loud, voices: new Map(now.voices) });
  let before = copy(heard);
  return {
    forget: () => void (before = copy(heard)),
    loud: () => heard.loud - before.loud,
    of: (voice: number) => (heard.voices.get(voice) ?? 0) - (before.voices.get(voice) ?? 0),
  };
}
type Ear = ReturnType<typeof ear>;
/** Half a second of it. */
const enough = 25;
const hears = (what: string, one: Ear, voice: number): Promise<number> =>
  until(what, () => one.of(voice) > enough, 10);
/** Packets in flight are ignored; then, during a second of another voice, none of this voice arrive. */
async function isSilent(one: Ear, voice: number, meanwhile: () => number): Promise<void> {
  const began = meanwhile();
  await until('a moment passes', () => meanwhile() - began > enough, 10);
  one.forget();
  const then = meanwhile();
  await until('a second passes', () => meanwhile() - then > 2 * enough, 10);
  expect(one.of(voice)).toBe(0);
}

async function talk(agent: Caller, extension: string, mobile: string) {
  if ((await floor.statusOf(agent)) === 'logged-out')
    await agent.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live(extension).length === 1);
  const loanId = await floor.addLoan(mobile, agent);
  await agent.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(agent, 'on-call');
  return { agentEar: ear(extension), borrowerEar: ear(mobile), voice: borrowerVoice(mobile), loanId };
}

/** At the desk phone of an absent user, whose line is not connected. */
async function supervisorAt({ caller, extension }: { caller: Caller; extension: string }): Promise<Caller> {
  const boss = await floor.server.person({ roleType: 'admin', flags: ['listen_calls'] });
  await floor.server.database.run(sql`update users set extension_number = null where id = ${caller.id}`);
  await floor.server.database.run(
    sql`update users set extension_number = ${Number(extension)} where id = ${boss.id}`,
  );
  return boss;
}

test('keypad digits of an agent arrive at the other end once, in order', async () => {
  const { caller, extension } = person(0);
  const mobile = '9811111127';
  await talk(caller, extension, mobile);
  const keysAt = (number: string) => floor.peer.live(number)[0]?.media?.heard.keys;
  await caller.call(keypad.press, { keys: '1' });
  await caller.call(keypad.press, { keys: '05*#' });
  await until('all are heard', () => keysAt(mobile) === '105*#', 10);
  expect(keysAt(extension)).toBe('');
  await caller.call(dialer.hangUp, {});
  await floor.becomes(caller, 'wrap-up');
  await floor.say(caller);
});

test('a held borrower hears music and is muted, and both voices return after it', async () => {
  const { caller, extension, voice: agents } = person(0);
  const mobile = '9811111120';
  const { agentEar, borrowerEar, voice: borrowers } = await talk(caller, extension, mobile);
  await hears('the agent hears the borrower', agentEar, borrowers);
  await hears('the borrower hears the agent', borrowerEar, agents);
  await caller.call(dialer.hold, { isHeld: true });
  // Music, and no voice of ours in it.
  await until(
    'the borrower hears no agent',
    () => {
      const isMusic = borrowerEar.loud() > enough && borrowerEar.of(agents) === 0;
      if (borrowerEar.of(agents) > 0) borrowerEar.forget();
      return isMusic;
    },
    10,
  );
  await isSilent(agentEar, borrowers, () => borrowerEar.loud());
  expect(borrowerEar.of(agents)).toBe(0);
  await caller.call(dialer.hold, { isHeld: false });
  for (const one of [agentEar, borrowerEar]) one.forget();
  await hears('the agent hears the borrower again', agentEar, borrowers);
  await hears('the borrower hears the agent again', borrowerEar, agents);
  await caller.call(dialer.hangUp, {});
  await floor.becomes(caller, 'wrap-up');
  await floor.say(caller);
});

test('a second call puts the first on hold until a swap or its end, with separate recordings', async () => {
  const { caller, extension, voice: agents } = person(0);
  const [one, other] = ['9811111128', '9811111129'];
  const first = await talk(caller, extension, one);
  const { agentEar, borrowerEar: oneEar } = first;
  await hears('the first hears the agent', oneEar, agents);
  const refOf = async (): Promise<string> => (await caller.call(dialer.status, {})).call?.callRefNo ?? '';
  const firstRef = await refOf();
  const loanId = await floor.addLoan(other, caller);
  await caller.call(secondLine.place, { id: String(loanId) });
  const secondRef = await refOf();
  // While it rings the first hears music already, and is muted.
  await isSilent(oneEar, agents, () => oneEar.loud());
  await floor.becomes(caller, 'on-call');
  const [otherEar, otherVoice] = [ear(other), borrowerVoice(other)];
  await hears('the second hears the agent', otherEar, agents);
  agentEar.forget();
  await hears('the agent hears the second', agentEar, otherVoice);
  await isSilent(agentEar, first.voice, () => agentEar.loud());
  await isSilent(oneEar, agents, () => oneEar.loud());
  await isSilent(oneEar, otherVoice, () => oneEar.loud());
  await caller.call(secondLine.swap, {});
  for (const each of [agentEar, oneEar]) each.forget();
  await hears('the first hears the agent again', oneEar, agents);
  await hears('the agent hears the first again', agentEar, first.voice);
  await isSilent(otherEar, agents, () => otherEar.loud());
  await isSilent(agentEar, otherVoice, () => agentEar.loud());
  await caller.call(secondLine.swap, {});
  otherEar.forget();
  await hears('the second hears the agent again', otherEar, agents);
  // Hung up by the borrower: the other call resumes automatically.
  for (const each of floor.peer.live(other)) floor.peer.hangUp(each);
  for (const each of [agentEar, oneEar]) each.forget();
  await hears('the first hears the agent at last', oneEar, agents);
  await hears('the agent hears the first at last', agentEar, first.voice);
  await caller.call(dialer.hangUp, {});
  await floor.becomes(caller, 'wrap-up');
  await floor.say(caller);
  await floor.say(caller);
  await floor.becomes(caller, 'IDLE');
  const recorded = (ref: string) =>
    heardInWav(readFileSync(join(floor.exchange.work, 'spool/recording', `${ref}.wav`))).voices;
  const [inFirst, inSecond] = [recorded(firstRef), recorded(secondRef)];
  for (const [voices, own, strange] of [
    [inFirst, first.voice, otherVoice],
    [inSecond, otherVoice, first.voice],
  ] as const) {
    expect(voices.get(own)).toBeGreaterThan(0.5);
    expect(voices.get(agents)).toBeGreaterThan(0.5);
    expect(voices.get(strange) ?? 0).toBe(0);
  }
  const bridges = await floor.exchange.ask<{ bridge_type: string }[]>('/bridges');
  expect(bridges.filter(({ bridge_type: type }) => type === 'mixing')).toEqual([]);
});

test('a warm transfer has a private consultation, a three-way conversation and a handover', async () => {
  const [first, second] = [person(1), person(2)];
  const mobile = '9811111121';
  const { caller: other } = second;
  await other.call(dialer.login, { campaignId: floor.campaignId });
  await until('the other line is up', () => floor.peer.live(second.extension).length === 1);
  await other.call(dialer.ready, {});
  const { agentEar, borrowerEar, voice, loanId } = await talk(first.caller, first.extension, mobile);
  const otherEar = ear(second.extension);
  await hears('the borrower hears the first', borrowerEar, first.voice);
  await first.caller.call(transfers.start, { isBlind: false, userId: other.id });
  otherEar.forget();
  await hears('the other hears the first', otherEar, first.voice);
  agentEar.forget();
  await hears('the first hears the other', agentEar, second.voice);
  // Consultation: the borrower hears music, and neither agent.
  for (const one of [first.voice, second.voice]) await isSilent(borrowerEar, one, () => borrowerEar.loud());
  await isSilent(otherEar, voice, () => otherEar.loud());
  await first.caller.call(dialer.hold, { isHeld: false });
  for (const one of [agentEar, otherEar, borrowerEar]) one.forget();
  await hears('the borrower hears the first again', borrowerEar, first.voice);
  await hears('and the other', borrowerEar, second.voice);
  await hears('the first hears the borrower', agentEar, voice);
  await hears('the other hears the borrower', otherEar, voice);
  await first.caller.call(transfers.complete, {});
  await floor.becomes(first.caller, 'IDLE');
  await isSilent(borrowerEar, first.voice, () => borrowerEar.loud());
  borrowerEar.forget();
  otherEar.forget();
  await hears('the borrower hears the other', borrowerEar, second.voice);
  await hears('the other hears the borrower alone', otherEar, voice);
  agentEar.forget();
  expect(agentEar.loud()).toBe(0);
  await floor.say(other);
  await other.call(dialer.hangUp, {});
  await floor.becomes(other, 'waiting');
  const row = await floor.server.database.one<{ userId: number; transfers: number; held: number }>(sql`
    select user_id as "userId", transfers, hold_duration as held from cdr where loan_id = ${loanId}`);
  expect(row).toMatchObject({ userId: other.id, transfers: 1 });
  expect(row?.held).toBeGreaterThan(0);
  const bridges = await floor.exchange.ask<{ bridge_type: string }[]>('/bridges');
  expect(bridges.filter((one) => one.bridge_type === 'mixing')).toEqual([]);
});

test('a blind transfer to a number plays music until the answer, and removes the agent after it', async () => {
  const { caller, extension, voice: agents } = person(0);
  const mobile = '9811111123';
  const { borrowerEar } = await talk(caller, extension, mobile);
  const branch = await floor.server.database.one<{ id: number }>(sql`
    insert into transfer_numbers (name, number) values ('Branch', '9700000022') returning id`);
  const longest = floor.peer.live(mobile)[0]?.media?.heard;
  await caller.call(transfers.start, { isBlind: true, numberId: branch?.id ?? 0 });
  await hears('the borrower hears the branch', borrowerEar, borrowerVoice('9700000022'));
  await floor.becomes(caller, 'wrap-up');
  expect(longest?.longestSilence).toBeLessThan(1000);
  await isSilent(borrowerEar, agents, () => borrowerEar.loud());
  await floor.say(caller);
  expect(await floor.statusOf(caller)).toBe('IDLE');
  // The external target hangs up: no party remains alone in the call.
  const [there] = floor.peer.live('9700000022');
  if (there) floor.peer.hangUp(there);
  await until('the borrower is let go', () => floor.peer.live(mobile).length === 0);
});

test('a supervisor listens muted, whispers to the agent, joins both, and takes over', async () => {
  const [{ caller, extension, voice: agents }, desk] = [person(0), person(3)];
  const boss = await supervisorAt(desk);
  const mobile = '9811111126';
  const { agentEar, borrowerEar, voice } = await talk(caller, extension, mobile);
  await boss.call(listening.start, { userId: caller.id, mode: 'listen' });
  await until('the supervisor is there', async () => (await boss.call(listening.now, {}))?.isThere === true);
  const bossEar = ear(desk.extension);
  await hears('the supervisor hears the agent', bossEar, agents);
  await hears('and the borrower', bossEar, voice);
  for (const one of [agentEar, borrowerEar]) await isSilent(one, desk.voice, () => one.loud());
  await boss.call(listening.change, { mode: 'whisper' });
  await hears('the agent hears the supervisor', agentEar, desk.voice);
  await isSilent(borrowerEar, desk.voice, () => borrowerEar.loud());
  await boss.call(listening.change, { mode: 'join' });
  await hears('the borrower hears the supervisor', borrowerEar, desk.voice);
  await boss.call(listening.takeOver, {});
  await floor.becomes(caller, 'wrap-up');
  await isSilent(borrowerEar, agents, () => borrowerEar.loud());
  borrowerEar.forget();
  bossEar.forget();
  await hears('the borrower hears the supervisor alone', borrowerEar, desk.voice);
  await hears('the supervisor hears the borrower', bossEar, voice);
  await floor.say(caller);
  const [there] = floor.peer.live(desk.extension);
  if (there) floor.peer.hangUp(there);
  await until('the borrower is let go', () => floor.peer.live(mobile).length === 0);
  // Takeover during silent monitoring, by a supervisor muted so far.
  const other = '9811111124';
  const next = await talk(caller, extension, other);
  await boss.call(listening.start, { userId: caller.id, mode: 'listen' });
  await until('the supervisor is there', async () => (await boss.call(listening.now, {}))?.isThere === true);
  const again = ear(desk.extension);
  await hears('the supervisor hears the next borrower', again, next.voice);
  await boss.call(listening.takeOver, {});
  await hears('the next borrower hears the supervisor', next.borrowerEar, desk.voice);
  await floor.becomes(caller, 'wrap-up');
  await floor.say(caller);
  for (const one of floor.peer.live(desk.extension)) floor.peer.hangUp(one);
  await until('the next borrower is let go', () => floor.peer.live(other).length === 0);
  const channels = await floor.exchange.ask<{ name: string }[]>('/channels');
  expect(channels.filter(({ name }) => name.startsWith('Snoop/'))).toEqual([]);
});
