/** How far somebody has come in a month. Pure; amounts in paise. */
import { achievementRanges } from '#contract/team-dashboard.ts';

export const percentOf = (achieved: number, target: number): number =>
  Math.round((achieved / target) * 10_000) / 100;

const ends = [25, 50, 75, 100];
/** A range holds all up to its end; what is above the last is the last. */
export function rangeOf(percent: number): (typeof achievementRanges)[number] {
  const place = ends.findIndex((end) => percent <= end);
  return achievementRanges[place < 0 ? ends.length : place] ?? 'Above 100';
}

export interface Pace {
  target: number | null;
  achieved: number;
  /** Days of the month so far, today included, and those still to come. */
  daysPassed: number;
  daysPending: number;
}

/** DRR = (target − month to date) ÷ pending days, CRR = month to date ÷ days passed (document 3, section 9). */
export function paceOf({ target, achieved, daysPassed, daysPending }: Pace) {
  const left = target === null ? null : Math.max(0, target - achieved);
  return {
    target,
    achieved,
    percentage: target ? percentOf(achieved, target) : null,
    // On the last day all that is left is due now.
    drr: left === null ? null : Math.round(left / Math.max(1, daysPending)),
    crr: Math.round(achieved / Math.max(1, daysPassed)),
  };
}
