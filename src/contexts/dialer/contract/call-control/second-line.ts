import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { key, optional, text } from '#kernel/contract/field.ts';
import * as z from 'zod/mini';
import { dials } from '../dialer.ts';
import { standing } from '../standing.ts';

const refused = ['DIALER_OFF', 'DIALER_BUSY'] as const;

/** Second call of an agent: one call is active, the other on hold. */
export const secondLine = domain('second-line', {
  /** Puts the current call on hold; it resumes when the second call disconnects or is not answered. */
  place: endpoint('POST /dialer/second-call/:id', {
    about: 'Calls a loan’s borrower beside the caller’s present call, which is on hold meanwhile.',
    can: dials,
    takes: { id: key('loans'), alternateNumber: optional(text({ max: 40 })) },
    gives: z.object({ callRefNo: z.string() }),
    errors: [
      'NOT_FOUND',
      'CONTACT_BLOCKED',
      'NO_CALLER_ID',
      'RECORDING_FAILED',
      'NO_EXCHANGE',
      'LEG_NOT_POSSIBLE',
      ...refused,
    ],
    touches: ['dialer'],
  }),
  swap: endpoint('POST /dialer/swap', {
    about: 'Puts the caller’s present call on hold, and takes the other one off.',
    can: dials,
    gives: standing,
    errors: refused,
    touches: ['dialer'],
  }),
  end: endpoint('POST /dialer/end-held', {
    about: 'Ends the call that is on hold beside the caller’s present one.',
    can: dials,
    gives: standing,
    errors: refused,
    touches: ['dialer'],
  }),
});
