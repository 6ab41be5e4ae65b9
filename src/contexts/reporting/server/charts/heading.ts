/** Where a month is heading. Pure. */

const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);

/**
 * Receipts so far, plus last month's receipts on the remaining days, at this month's pace: loans are paid towards the
 * end of a month. Where last month had none so far, each day repeats this month's average.
 */
export function headingOf({
  days,
  before,
  length,
}: {
  days: readonly number[];
  before: readonly number[];
  length: number;
}): number {
  const came = sum(days);
  const cameBefore = sum(before.slice(0, days.length));
  const left = sum(before.slice(days.length));
  if (days.length === 0) return 0;
  if (cameBefore > 0) return Math.round(came + (left * came) / cameBefore);
  return Math.round((came / days.length) * length);
}
