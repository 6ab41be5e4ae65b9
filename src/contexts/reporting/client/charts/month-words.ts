import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { thisYear } from '#kernel/ui/parts/values/months.ts';

/** The month of a day: October, and with its year where that is not the present one. */
export function monthOfYear(day: string): string {
  const name = say.month(Number(day.slice(5, 7)));
  const year = day.slice(0, 4);
  return year === thisYear() ? name : `${name} ${year}`;
}
