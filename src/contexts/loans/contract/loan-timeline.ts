/** What the timeline of a loan tells of one contact, promise, payment or file. */
import * as z from 'zod/mini';
import { choice, day, instant, nullable, rupees } from '#kernel/contract/field.ts';

const word = z.nullable(z.string());
export const timelineKinds = [
  'call',
  'disposition',
  'document',
  'judged',
  'link',
  'message',
  'payment',
  'promise',
  'received',
  'visit',
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
