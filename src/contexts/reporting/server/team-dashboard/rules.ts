/** Achievement of a month's target. Pure. */
import { achievementRanges } from '#contexts/reporting/contract/team-dashboard.ts';

const ends = [25, 50, 75, 100];
/** A range includes its upper bound; higher values are in the last one. */
export function rangeOf(percent: number): (typeof achievementRanges)[number] {
  const place = ends.findIndex((end) => percent <= end);
  return achievementRanges[place < 0 ? ends.length : place] ?? 'Above 100';
}
