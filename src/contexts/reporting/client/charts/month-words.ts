import { monthNames } from '#text/en/moments.ts';
import { thisYear } from '#kernel/ui/parts/months.ts';

/** The month of a day: October, and with its year where that is not the present one. */
export function monthOfYear(day: string): string {
  const name = monthNames[Number(day.slice(5, 7)) - 1] ?? '';
  const year = day.slice(0, 4);
  return year === thisYear() ? name : `${name} ${year}`;
}
