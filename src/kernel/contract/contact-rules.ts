/** Rules that block a contact; the wire has their names, the texts are in `text/<locale>/contact-rules.ts`. */

import * as z from 'zod/mini';
import { clock, day, flag, instant, nullable } from './field.ts';

/**
 * Notice of a visit: required days in advance, when it was sent, whether it is queued, and the first day after it.
 */
export const visitNotice = z.object({
  days: z.int(),
  told: nullable(day()),
  waits: flag(),
  from: nullable(day()),
});

/** From and until within a day, in India. */
export const span = z.object({ from: clock(), until: clock() });

/** Current decision of the policy, and the number of contacts of the borrower across all loans and channels. */
export const allowance = z.object({
  times: nullable(z.int()),
  most: nullable(z.int()),
  everyDays: nullable(z.int()),
  /** The first day that is counted. */
  since: nullable(day()),
  /** The same, for each channel that was used. */
  by: z.array(z.object({ channel: z.string(), times: z.int() })),
  /** Which rule forbids it; null when none does. */
  rule: z.nullable(z.string()),
  /** Of a hold. */
  reason: z.nullable(z.string()),
  until: nullable(instant()),
  notice: z.optional(nullable(visitNotice)),
  /** Of a call: the last call for which the dialer leaves this person alone until then; agents may call. */
  recentCall: z.optional(nullable(z.object({ at: instant(), isTalk: flag(), until: instant() }))),
  /** Times of the day in which the borrower wants no contact, also when it is none of them now. */
  avoid: z.optional(z.array(span)),
});

/**
 * Paid off or inactive: the loan, its lender, its portfolio or its campaign. Every channel is closed except payment
 * pages.
 */
export const closedRules = [
  'paid_off',
  'inactive',
  'client_inactive',
  'portfolio_inactive',
  'campaign_inactive',
] as const;
export type ClosedRule = (typeof closedRules)[number];
