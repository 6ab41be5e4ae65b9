/** When dialled calls are answered and when they fail: shares per second since dialling, older calls forgotten step by step. */

/** Weights by second of age; the last bucket includes all later ones. */
export interface RingTimes {
  answered: number[];
  failed: number[];
}

const SECONDS = 40;
const REMEMBERED = 400;
/** Weight of the prior, in calls, with three of ten answered. */
const PRIOR = 20;
const PRIOR_ANSWERED = 0.3;
const PRIOR_ANSWERS = { from: 4, to: 20 };
const PRIOR_FAILURES = { from: 20, to: 30 };

function evenly(total: number, { from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: SECONDS }, (_, s) => (s >= from && s < to ? total / (to - from) : 0));
}

export const assumedRings: RingTimes = {
  answered: evenly(PRIOR * PRIOR_ANSWERED, PRIOR_ANSWERS),
  failed: evenly(PRIOR * (1 - PRIOR_ANSWERED), PRIOR_FAILURES),
};

export function rung(before: RingTimes, how: 'answered' | 'failed', afterS: number): RingTimes {
  const keep = 1 - 1 / REMEMBERED;
  const answered = before.answered.map((weight) => weight * keep);
  const failed = before.failed.map((weight) => weight * keep);
  const second = Math.min(SECONDS - 1, Math.max(0, Math.floor(afterS)));
  const list = how === 'answered' ? answered : failed;
  list[second] = (list[second] ?? 0) + 1;
  return { answered, failed };
}

const sum = (weights: readonly number[]): number => weights.reduce((all, weight) => all + weight, 0);

/** The answer rate of recent calls. */
export const answerRateOf = ({ answered, failed }: RingTimes): number =>
  sum(answered) / (sum(answered) + sum(failed));

/** Shares of all calls that have been answered, or have failed, by an age in seconds. */
export interface RingShares {
  answeredBy(age: number): number;
  failedBy(age: number): number;
}

function running(weights: readonly number[], total: number): (age: number) => number {
  let sum = 0;
  const by = [0];
  for (const weight of weights) by.push((sum += weight / total));
  const end = weights.length;
  return (age) => {
    if (age <= 0) return 0;
    if (age >= end) return by[end] ?? 0;
    const whole = Math.floor(age);
    const low = by[whole] ?? 0;
    return low + ((by[whole + 1] ?? low) - low) * (age - whole);
  };
}

export function sharesOf({ answered, failed }: RingTimes): RingShares {
  let total = 0;
  for (const weight of answered) total += weight;
  for (const weight of failed) total += weight;
  return { answeredBy: running(answered, total), failedBy: running(failed, total) };
}
