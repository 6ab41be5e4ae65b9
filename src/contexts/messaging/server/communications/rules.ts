/** When a message that was refused, or could not be handed over, is tried again. Pure. */
import { closedRules } from '#kernel/contract/contact-rules.ts';
import type { Refusal } from '#contexts/contact/server/policy/contact.ts';

const anHour = 3_600_000;
const aDay = 24 * anHour;
/** Rules that no time ends; everything else waits. */
const forGood: ReadonlySet<string> = new Set([
  ...closedRules,
  'no_number',
  'reference',
  'do_not_call',
  'no_calls',
  'rests',
]);

/** Null: never. Hours that are not set today may be set later; a wish that leaves no time is asked about once a day. */
export function laterOf({ rule, until }: Refusal, now: Date): Date | null {
  if (until !== null) return new Date(until);
  if (rule === 'no_time') return new Date(now.getTime() + aDay);
  return forGood.has(rule) ? null : new Date(now.getTime() + anHour);
}

/** A carrier that is gone for longer than all of these gets no more tries. */
const waits = [10, 60, 300, 1800, 7200];

/** When a message is tried again that could not be handed over for the `tries`th time; null: not any more. */
export const nextTry = (tries: number, now: Date): Date | null => {
  const seconds = waits[tries - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
};
