/** A schedule on the wire. */
import * as z from 'zod/mini';
import { choice, day, flag, instant, nullable, optional, rupees } from '#kernel/contract/field.ts';
import { fewestInstalments, instalmentStates, mostInstalments, planStates } from './instalment-rules.ts';

/** Days and amounts; together they are the amount of the settlement. */
export const instalmentDrafts = optional(
  z
    .array(z.object({ dueOn: day(), amount: rupees({ min: 0 }) }))
    .check(z.minLength(fewestInstalments), z.maxLength(mostInstalments)),
);

export const instalment = z.object({
  n: z.int(),
  dueOn: day(),
  amount: rupees(),
  received: rupees(),
  state: choice(instalmentStates),
});

/** What became of an approved settlement. */
export const plan = z.object({
  state: choice(planStates),
  asks: flag(),
  acceptBy: day(),
  acceptedAt: nullable(instant()),
  graceDays: z.int(),
  /** Day of its present state. */
  on: day(),
  /** Broken, and not acknowledged by the lender. */
  isNews: flag(),
  /** Outstanding at approval, and receipts since. */
  outstanding: rupees(),
  received: rupees(),
});
