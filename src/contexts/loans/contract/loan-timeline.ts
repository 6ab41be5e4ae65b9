/** Timeline items: contact, PTP, payment or file, and call statistics. */
import * as z from 'zod/mini';
import { choice, day, instant, nullable, rupees } from '#kernel/contract/field.ts';

const word = z.nullable(z.string());
const timelineKinds = [
  'call',
  'disposition',
  'document',
  'judged',
  'letter',
  'link',
  'message',
  'payment',
  'promise',
  'received',
  'visit',
  'wish',
] as const;
/** What `what` and `state` mean depends on the kind. */
export const timelineRow = z.object({
  at: instant(),
  kind: choice(timelineKinds),
  what: word,
  more: word,
  state: word,
  amount: nullable(rupees()),
  received: nullable(rupees()),
  /** The day that was promised, paid on or agreed. */
  day: nullable(day()),
  /** How long it was talked. */
  seconds: nullable(z.int()),
  note: word,
  by: word,
});

const tally = z.object({ calls: z.int(), answers: z.int() });
export const bestTime = z.object({
  best: nullable(
    z.object({
      /** Hours of the day in India. */
      from: z.int(),
      until: z.int(),
      /** Calls of the borrower's number in these hours, and in all others. */
      within: tally,
      outside: tally,
      /** By the campaign's calls instead of the borrower's. */
      isUsual: z.boolean(),
    }),
  ),
  /** The number answered more often than the primary one; by index, 1 the first alternate. */
  number: nullable(z.object({ place: z.int(), ...tally.shape })),
});
