import { today } from '#client/ui/format.ts';

const names = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The last twelve months, this one first, as the server is asked for them: `MMYYYY`. */
export function lastMonths(): { value: string; label: string }[] {
  const [year = 2026, month = 1] = today().split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const value = `${String(first.getUTCMonth() + 1).padStart(2, '0')}${first.getUTCFullYear()}`;
    return { value, label: names.format(first) };
  });
}
