/** When a loan of a campaign is called again, by what became of the last call. Pure; the defaults of section 2.7. */
import { startOfDayInIndia } from '#kernel/contract/india.ts';
import type { CallOutcome } from './attempt/attempt.ts';

const minute = 60_000;
const hour = 60 * minute;

export interface RedialRule {
  afterMs: number;
  /** So many in a day; after that it is another day's work. */
  mostADay: number;
  /** The loan's next number is tried instead. */
  nextNumber?: boolean;
}
const rules: Readonly<Partial<Record<CallOutcome, RedialRule>>> = {
  busy: { afterMs: 15 * minute, mostADay: 3, nextNumber: true },
  no_answer: { afterMs: 3 * hour, mostADay: 3, nextNumber: true },
  switched_off: { afterMs: 4 * hour, mostADay: 2, nextNumber: true },
  rejected: { afterMs: 24 * hour, mostADay: 1 },
  congestion: { afterMs: 2 * minute, mostADay: 1000 },
  abandoned: { afterMs: 72 * hour, mostADay: 1 },
  machine: { afterMs: 4 * hour, mostADay: 2 },
  lost: { afterMs: 15 * minute, mostADay: 1 },
  // Never dialled, or stopped by us before it was answered.
  cancelled: { afterMs: 15 * minute, mostADay: 1000 },
  // Of these two the lead itself is finished or moved on: the rule is for other leads of the person or number.
  connected: { afterMs: 24 * hour, mostADay: 1 },
  invalid: { afterMs: 24 * hour, mostADay: 1 },
};

/** Default rule of an outcome. */
export const usualRule = (outcome: CallOutcome): RedialRule =>
  rules[outcome] ?? { afterMs: hour, mostADay: 1 };

interface Ended {
  outcome: CallOutcome;
  /** The campaign's rule for this outcome. */
  rule?: RedialRule;
  /** Calls of this person today with this outcome, across all loans, including this one. */
  timesToday: number;
  phoneOrd: number;
  /** How many numbers the loan has. */
  numbers: number;
  /** Index of the number tried first on another day, after which the others are finished. */
  first: number;
  now: Date;
}
type Next =
  | { state: 'done' }
  | { state: 'blocked'; reason: string }
  | { state: 'queued'; notBefore: Date; phoneOrd: number };

/** 08:00 in India of the day after: the rules of contact decide from when on it really is. */
function nextMorning(now: Date): Date {
  return new Date(startOfDayInIndia(now).getTime() + (24 + 8) * hour);
}

export function nextAttemptOf({
  outcome,
  rule = usualRule(outcome),
  timesToday,
  phoneOrd,
  numbers,
  first,
  now,
}: Ended): Next {
  // After a conversation the next call follows from its disposition, a promise or follow-up.
  if (outcome === 'connected') return { state: 'done' };
  const following = (phoneOrd + 1) % numbers;
  const hasOther = numbers > 1 && following !== first;
  if (outcome === 'invalid')
    return hasOther
      ? { state: 'queued', notBefore: now, phoneOrd: following }
      : { state: 'blocked', reason: 'invalid' };
  const later = new Date(now.getTime() + rule.afterMs);
  if (timesToday < rule.mostADay) return { state: 'queued', notBefore: later, phoneOrd };
  const other = rule.nextNumber && hasOther ? following : phoneOrd;
  if (other !== phoneOrd) return { state: 'queued', notBefore: later, phoneOrd: other };
  const tomorrow = nextMorning(now);
  return { state: 'queued', notBefore: tomorrow > later ? tomorrow : later, phoneOrd: first };
}

/** Calls that ended with one outcome: of a person across loans and numbers, or of one number. */
export interface PastCalls {
  of: 'person' | 'number';
  outcome: CallOutcome;
  /** Of the last one. */
  endedAt: Date;
  /** Of them on the day of `now`. */
  timesToday: number;
}

/** Longest rest time of any outcome: the range of past calls to read. */
export const longestRestMs = (own: ReadonlyMap<CallOutcome, RedialRule>): number =>
  Math.max(...[...Object.values(rules), ...own.values()].map(({ afterMs }) => afterMs), 24 * hour);

/**
 * When the dialer may call a person or number again on any lead; null: these calls reached neither. `own`: rules of the
 * campaign of the lead that would be called.
 */
export function restEnd(past: PastCalls, own: ReadonlyMap<CallOutcome, RedialRule>): Date | null {
  const { of, outcome, endedAt, timesToday } = past;
  // A carrier's rejection rings no phone; an invalid number does not affect the person's other numbers.
  if (outcome === 'congestion' || (outcome === 'invalid' && of === 'person')) return null;
  const { afterMs, mostADay, nextNumber = false } = own.get(outcome) ?? usualRule(outcome);
  const later = new Date(endedAt.getTime() + afterMs);
  const isOften = timesToday >= mostADay && !(nextNumber && of === 'person');
  const tomorrow = nextMorning(endedAt);
  return isOften && tomorrow > later ? tomorrow : later;
}
