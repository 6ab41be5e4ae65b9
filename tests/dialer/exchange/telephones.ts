/** The telephones of a real exchange, with the number plan of the simulated carrier. */
import { planOf } from '../../../src/contexts/dialer/server/telephony/number-plan.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import type { Exchange } from './asterisk.ts';

/** Whoever calls back does so before a test loses its patience. */
const backMs = 1500;

export const telephones = ({ phones, sip }: Pick<Exchange, 'phones' | 'sip'>): Promise<SipPeer> =>
  new SipPeer({
    ...phones,
    exchange: sip,
    planFor: (number, place) =>
      place === 'borrower' && number.endsWith('55') ? { ...planOf(number), callsBackMs: backMs } : undefined,
  }).open();
