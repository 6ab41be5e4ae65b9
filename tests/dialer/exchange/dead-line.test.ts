/** A connected telephone without audio: rung again, with its borrower on hold. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import type { Media } from '../../fakes/sip/media.ts';
import type { Caller } from '../../kit.ts';
import { type Floor, figure, openFloor, until } from './floor.ts';

let floor: Floor;
let ana: Caller;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
  ana = floor.agents[0]?.caller as Caller;
});
afterAll(() => floor.stop());

const voice = agentVoice('1001');
const mediaOf = (number: string): Media => {
  const media = floor.peer.live(number)[0]?.media;
  if (!media) throw new Error(`${number} is in no call`);
  return media;
};
const rings = (): number => floor.peer.of('1001').length;

test('an idle line is rung again about a second after its last packet', async () => {
  await ana.call(dialer.login, { campaignId: floor.campaignId });
  await ana.call(dialer.ready, {});
  await floor.becomes(ana, 'waiting');
  // It has sent for a while.
  await until('it is heard', () => mediaOf('1001').sent > 50);
  const before = rings();
  mediaOf('1001').isMute = true;
  figure('a dead line is rung again after', await until('it is rung again', () => rings() > before));
  await floor.becomes(ana, 'waiting');
  await until('one line is up', () => floor.peer.live('1001').length === 1);
});

test('a silent line in a conversation puts the borrower on hold until it recovers, or disconnects', async () => {
  const mobile = '9811111120';
  const loanId = await floor.addLoan(mobile, ana);
  await ana.call(dialer.manualCall, { id: String(loanId) });
  await floor.becomes(ana, 'on-call');
  const { heard } = mediaOf(mobile);
  const spoken = (): number => heard.alone.get(voice)?.packets ?? 0;
  await until('they hear the agent', () => spoken() > 50);
  const line = mediaOf('1001');
  line.isMute = true;
  const loud = heard.loud;
  const silentFrom = heard.until;
  await until('they hear music', () => heard.loud - loud > 10 && heard.until - silentFrom > 400);
  const music = heard.longestSilence;
  figure('a dead line in a talk: silence until music', music);
  line.isMute = false;
  const then = spoken();
  figure('its voice is back after', await until('they hear the agent again', () => spoken() - then > 10));
  line.isMute = true;
  const before = rings();
  figure(
    'a borrower is let go after',
    await until('they are let go', () => floor.peer.live(mobile).length === 0),
  );
  await until('the line is rung again', () => rings() > before);
  await floor.becomes(ana, 'wrap-up');
  expect(heard.longestSilence).toBeLessThan(2000);
  await floor.say(ana);
  await floor.becomes(ana, 'waiting');
});
