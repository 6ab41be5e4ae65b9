/** Retry time of a blocked or undelivered message. Pure. */
import { closedRules } from '#kernel/contract/contact-rules.ts';
import type { Refusal } from '#contexts/contact/server/policy/contact.ts';

const anHour = 3_600_000;
const aDay = 24 * anHour;
/** Permanent rules; all others are rescheduled. */
const forGood: ReadonlySet<string> = new Set([
  ...closedRules,
  'no_number',
  'reference',
  'do_not_call',
  'no_calls',
  'rests',
]);

/**
 * Next retry time; null = permanent. Preferences without free time are re-checked daily, missing calling hours hourly.
 */
export function laterOf({ rule, until }: Refusal, now: Date): Date | null {
  if (until !== null) return new Date(until);
  if (rule === 'no_time') return new Date(now.getTime() + aDay);
  return forGood.has(rule) ? null : new Date(now.getTime() + anHour);
}

/** After all of these delays an unreachable carrier gets no more attempts. */
const waits = [10, 60, 300, 1800, 7200];

/** Retry time after the `tries`th failed attempt; null: none. */
export const nextTry = (tries: number, now: Date): Date | null => {
  const seconds = waits[tries - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
};
