/** The telephones of a real exchange, with the number plan of the simulated carrier. */
import { type NumberPlan, planOf } from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { wordsOf } from '../../fakes/sip/tones.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import type { Exchange } from './asterisk.ts';

/** Final digits of numbers with a switched-off announcement as early media. */
export const announced = '88';
const announcedPlan: NumberPlan = {
  steps: [
    { afterMs: 300, type: 'progress' },
    { afterMs: 5000, type: 'ended', cause: 19, sip: 480, by: 'network' },
  ],
  talkMs: 0,
};
/** Callback delay, shorter than a test timeout. */
const backMs = 1500;

/** A person greets and pauses; an answering machine talks continuously. */
const spoken: Readonly<Record<string, Buffer>> = {
  '9811111127': wordsOf(300, [420, 0]),
  '9811111107': wordsOf(300, ...Array.from({ length: 8 }, () => [500, 140] as const)),
};

/** `says`: audio of specific numbers, instead of the default. */
export const telephones = (
  { phones, sip }: Pick<Exchange, 'phones' | 'sip'>,
  says: (number: string) => Buffer | undefined = () => undefined,
): Promise<SipPeer> =>
  new SipPeer({
    ...phones,
    exchange: sip,
    says: (number) => says(number) ?? spoken[number],
    planFor: (number, place) => {
      if (place !== 'borrower') return undefined;
      if (number.endsWith(announced)) return announcedPlan;
      return number.endsWith('55') ? { ...planOf(number), callsBackMs: backMs } : undefined;
    },
  }).open();
