import { today } from '#kernel/ui/parts/format.ts';
import { monthYear } from '#text/en/moments.ts';

/** The last twelve months, this one first, as the server is asked for them: `MMYYYY`. */
export function lastMonths(): { value: string; label: string }[] {
  const [year = 2026, month = 1] = today().split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const one = { month: first.getUTCMonth() + 1, year: first.getUTCFullYear() };
    return { value: `${String(one.month).padStart(2, '0')}${one.year}`, label: monthYear(one) };
  });
}
