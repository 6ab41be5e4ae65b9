/** What happened to a loan, as its history lists it. */
import * as z from 'zod/mini';
import { choice, instant, nullable, rupees } from '#kernel/contract/field.ts';

const historyKinds = [
  'assigned',
  'allocated',
  'call',
  'contacts',
  'disposition',
  'held',
  'payment',
  'released',
  'reveal',
  'tagged',
  'untagged',
  'visit',
] as const;
/** One event of a loan; the screen has the texts. */
export const historyRow = z.object({
  at: instant(),
  kind: choice(historyKinds),
  by: z.nullable(z.string()),
  what: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  amount: nullable(rupees()),
});
