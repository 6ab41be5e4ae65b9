/** Whether a message may leave now, and when it is tried again. */
import { type ClosedRule, closedRules } from '#contract/contact-rules.ts';
import { type ContactFacts, blockOf } from '#contract/today-rules.ts';

export interface Refusal {
  rule: string;
  /** The reason of a rest. */
  reason?: string;
  /** Null: never. */
  until: Date | null;
}

const anHour = 3_600_000;
/** Rules that no time ends; everything else waits. */
const forGood: ReadonlySet<string> = new Set([...closedRules, 'no_number', 'do_not_call']);

export function refusalOf(
  facts: { closed: ClosedRule | null; isDNC: boolean; to: string | null },
  limits: Omit<ContactFacts, 'isDNC'> | undefined,
  now: Date,
): Refusal | null {
  if (facts.closed) return { rule: facts.closed, until: null };
  if (facts.to === null) return { rule: 'no_number', until: null };
  const none = { hours: null, closedOn: [], rest: null, cappedUntil: null };
  const block = blockOf({ isDNC: facts.isDNC, ...(limits ?? none) }, now);
  if (!block) return null;
  const { code: rule, reason, until } = block;
  if (forGood.has(rule)) return { rule, until: null };
  return {
    rule,
    ...(reason !== undefined && { reason }),
    // Nobody knows when: hours that are not set today may be set later.
    until: until === null ? new Date(now.getTime() + anHour) : new Date(until),
  };
}

/** A carrier that is gone for longer than all of these gets no more tries. */
const waits = [10, 60, 300, 1800, 7200];

/** When a message is tried again that could not be handed over for the `tries`th time; null: not any more. */
export const nextTry = (tries: number, now: Date): Date | null => {
  const seconds = waits[tries - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
};
