/** Queue callers who hang up at every step: no channel remains, and no agent is reserved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../../src/contexts/dialer/contract/dialer.ts';
import type { SipCall } from '../../fakes/sip/call.ts';
import { agentVoice } from '../../fakes/sip/tones.ts';
import type { Caller } from '../../kit.ts';
import { type Callers, music, openCallers } from './callers.ts';
import { type Floor, openFloor, until } from './floor.ts';

const [did, shut] = ['1600000001', '1600000002'];
let floor: Floor;
let callers: Callers;
let ana: Caller;
beforeAll(async () => {
  floor = await openFloor({ agents: 1 });
  callers = await openCallers(floor);
  ana = floor.agents[0]?.caller as Caller;
  await callers.queue({ number: did, teamId: floor.campaignId });
  await callers.queue({ number: shut, teamId: floor.campaignId, opensAt: '13:00' });
});
afterAll(() => floor.stop());

/** Until when they stay. */
const steps: Record<string, (call: SipCall) => unknown> = {
  'before the answer': () => undefined,
  'with the answer': (call) => until('the answer', () => call.answeredAt !== undefined),
  'in the greeting': (call) => callers.hears(call, 'greeting-hi'),
  'in the music': (call) => callers.hears(call, music),
  'with key 1': async (call) => {
    await callers.hears(call, 'greeting-hi');
    floor.peer.press(call, '1');
  },
  'in the last words': async (call) => {
    await callers.hears(call, 'greeting-hi');
    floor.peer.press(call, '1');
    await callers.hears(call, 'will-call-hi');
  },
  'before the tone': async (call) => {
    await callers.hears(call, 'greeting-hi');
    floor.peer.press(call, '2');
    await callers.hears(call, 'speak-hi');
  },
  'in the message': async (call) => {
    await callers.hears(call, 'greeting-hi');
    floor.peer.press(call, '2');
    await callers.hears(call, 'speak-en');
    const { referenceId = '' } = (await callers.last(call.number)) ?? {};
    const isRecorded = async (): Promise<boolean> =>
      (await floor.exchange.ask<{ state?: string }>(`/recordings/live/${referenceId}`)).state === 'recording';
    await until('it is recorded', isRecorded);
  },
};
const unknown: typeof steps = {
  'in the question': (call) => callers.hears(call, 'ask-digits-hi'),
  'in the middle of digits': async (call) => {
    await callers.hears(call, 'ask-digits-hi');
    floor.peer.type(call, '700');
    await until('three keys', async () => (await callers.last(call.number))?.digits === '700');
  },
};

test('callers hang up at ten steps at once without an agent', { timeout: 240_000 }, async () => {
  const all = [...Object.entries(steps), ...Object.entries(unknown)];
  await Promise.all(
    all.map(async ([name, step], i) => {
      const number =
        name in steps ? `98222008${String(i).padStart(2, '0')}` : `97333008${String(i).padStart(2, '0')}`;
      if (name in steps) await floor.addLoan(number, ana);
      const call = await floor.peer.callIn(number, did);
      await step(call);
      floor.peer.hangUp(call);
    }),
  );
  const late = await floor.peer.callIn('9822200899', shut);
  await callers.hears(late, 'closed-hi');
  floor.peer.hangUp(late);
  await callers.isBare();
  const left = await callers.results();
  expect(left.filter(({ result }) => !['missed', 'call_back', 'voicemail'].includes(result ?? ''))).toEqual(
    [],
  );
});

test(
  'callers hang up during ringing, answering and talking, and the agent gets the next',
  { timeout: 240_000 },
  async () => {
    await callers.works(ana, floor.campaignId);
    const next = async (number: string): Promise<SipCall> => {
      await floor.addLoan(number, ana);
      const call = await floor.peer.callIn(number, did);
      await floor.becomes(ana, 'ringing');
      return call;
    };
    floor.peer.hangUp(await next('9822200920'));
    await floor.becomes(ana, 'waiting');
    const second = await next('9822200921');
    const answer = ana.call(dialer.answer, {}).catch(() => undefined);
    floor.peer.hangUp(second);
    await answer;
    // The exchange decides whether they were bridged; no party remains in it.
    await until('it is over', async () => ['waiting', 'wrap-up'].includes(await floor.statusOf(ana)));
    await callers.rests(ana);
    await callers.works(ana, floor.campaignId);
    const third = await next('9822200922');
    await ana.call(dialer.answer, {});
    await until('they speak', () => third.media?.heard.alone.has(agentVoice('1001')) ?? false);
    floor.peer.hangUp(third);
    await floor.becomes(ana, 'wrap-up');
    await floor.say(ana);
    await callers.isBare();
    await floor.becomes(ana, 'waiting');
    expect(floor.peer.live('1001')).toHaveLength(1);
  },
);
