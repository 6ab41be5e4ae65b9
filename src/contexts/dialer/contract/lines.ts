/** Today's figures of trunks and caller IDs, and which of them are out of service. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, instant, nullable, text } from '#kernel/contract/field.ts';

const lineKinds = ['trunk', 'caller_id'] as const;
const count = z.int();

export const lines = domain('lines', {
  today: endpoint('GET /dialer/lines', {
    about:
      'Calls, answers, refusals and post-dial delay of trunks and caller IDs today, and which are out of service.',
    can: 'list_trunks',
    gives: z.object({
      kind: choice(lineKinds),
      line: z.string(),
      /** Name of the trunk, or the caller ID. */
      name: z.string(),
      /** Calls carried, answered or not. */
      calls: count,
      answered: count,
      /** Calls that the carrier rejected. */
      refused: count,
      /** Mean post-dial delay in milliseconds, up to the first ring or early media; null without calls. */
      delayMs: nullable(count),
      /** Start of the outage and time of the next trial call; null: in service. */
      outSince: nullable(instant()),
      outUntil: nullable(instant()),
      /** `refused`: ten rejected calls in a row; `answers`: a far lower answer rate than usual. */
      why: nullable(choice(['refused', 'answers'])),
      /** SIP status of the last rejected call. */
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
