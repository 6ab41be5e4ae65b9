/** What an agent does with a call that is on, as all who are in it hear it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import type { Heard } from '../../fakes/sip/media.ts';
import { agentVoice, borrowerVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, openFloor, until } from './floor.ts';

let floor: Floor;
beforeAll(async () => {
  floor = await openFloor({ agents: 3 });
});
afterAll(() => floor.stop());

const person = (place: number) => {
  const found = floor.agents[place];
  if (!found) throw new Error('no such agent');
  return { ...found, voice: agentVoice(found.extension) };
};
/** What one telephone hears from now on: packets of each voice, and of anything. */
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
/** What is on its way still is heard; then, while somebody else is heard for a second, nothing of a voice is. */
async function isSilent(one: Ear, voice: number, meanwhile: () => number): Promise<void> {
  const began = meanwhile();
  await until('a moment passes', () => meanwhile() - began > enough, 10);
  one.forget();
  const then = meanwhile();
  await until('a second passes', () => meanwhile() - then > 2 * enough, 10);
  expect(one.of(voice)).toBe(0);
}

async function talk(agent: Caller, extension: string, mobile: string) {
  await agent.call(dialer.login, { campaignId: floor.campaignId });
  await until('the line is up', () => floor.peer.live(extension).length === 1);
  const loanId = await floor.addLoan(mobile, agent);
  await agent.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(agent, 'on-call');
  return { agentEar: ear(extension), borrowerEar: ear(mobile), voice: borrowerVoice(mobile), loanId };
}

test('a call on hold: the borrower hears music, nobody hears the borrower, and both voices come back', async () => {
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
