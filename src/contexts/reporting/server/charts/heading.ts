/** Where a month is heading. Pure. */

const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);

/**
 * What has come, and for the days that are left as much as the same days of last month brought, at this month's pace: loans
 * are paid towards the end of a month. Where last month brought nothing so far, each day brings as much as those before it.
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
