import { today } from '#kernel/ui/parts/values/format.ts';
import { monthYear } from '#text/en/moments.ts';

/** Last twelve months, current first, in wire format: `MMYYYY`. */
export function lastMonths(): { value: string; label: string }[] {
  const [year = 2026, month = 1] = today().split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const one = { month: first.getUTCMonth() + 1, year: first.getUTCFullYear() };
    return { value: `${String(one.month).padStart(2, '0')}${one.year}`, label: monthYear(one) };
  });
}

/** The payments a figure of a month is the sum of; `month` as `MMYYYY`. */
export function collectedIn(month: string, of: Readonly<Record<string, number>>): string {
  const [m, y] = [Number(month.slice(0, 2)), Number(month.slice(2))];
  const day = (n: number): string => `${y}-${String(m).padStart(2, '0')}-${String(n).padStart(2, '0')}`;
  const last = day(new Date(Date.UTC(y, m, 0)).getUTCDate());
  const until = last < today() ? last : today();
  const asked = Object.entries(of).map(([name, id]) => `&${name}=${id}`);
  return `/admin/payments?fromDate=${day(1)}&toDate=${until}${asked.join('')}`;
}
