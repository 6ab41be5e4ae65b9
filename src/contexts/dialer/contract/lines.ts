/** How trunks and caller ids carry calls today, and which of them are out of service. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, instant, nullable, text } from '#kernel/contract/field.ts';

export const lineKinds = ['trunk', 'caller_id'] as const;
const count = z.int();

export const lines = domain('lines', {
  today: endpoint('GET /dialer/lines', {
    about:
      'Calls, answers, refusals and post-dial delay of trunks and caller IDs today, and which are out of service.',
    can: 'list_trunks',
    gives: z.object({
      kind: choice(lineKinds),
      line: z.string(),
      /** Name of the trunk, or the caller id. */
      name: z.string(),
      /** Calls that were carried, answered or not. */
      calls: count,
      answered: count,
      /** Calls that the carrier did not carry. */
      refused: count,
      /** Mean milliseconds from dialing to the first sign of the far end; null without calls. */
      delayMs: nullable(count),
      /** Out of service since, and tried again then; null: in service. */
      outSince: nullable(instant()),
      outUntil: nullable(instant()),
      /** `refused`: ten refusals in a row; `answers`: far fewer answers than usual. */
      why: nullable(choice(['refused', 'answers'])),
      /** Last status of SIP by which a call was refused. */
      lastStatus: nullable(count),
    }),
    answer: 'rows',
  }),
  restore: endpoint('POST /dialer/lines/restore', {
    about: 'Puts a trunk or a caller ID back in service at once.',
    can: 'edit_trunks',
    takes: { kind: choice(lineKinds), line: text({ max: 40 }) },
    gives: z.object({ isRestored: flag() }),
    errors: ['NOT_FOUND'],
    touches: ['trunks'],
  }),
});
