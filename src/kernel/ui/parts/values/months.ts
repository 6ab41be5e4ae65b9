/** Months of the calendar: how they are read, chosen and spelled in an address. */
import type { Month } from '#kernel/contract/field.ts';
import { monthNames, shortMonthYear } from '#text/en/moments.ts';
import { today } from './format.ts';

/** Such as `Nov 2026`. */
export const monthText = shortMonthYear;

/** January to December, for a form. */
export const monthChoices: readonly { value: string; label: string }[] = monthNames.map((label, i) => ({
  value: String(i + 1),
  label,
}));

export const thisYear = (): string => today().slice(0, 4);

const later = ({ month, year }: Month, by: number): Month => {
  const at = year * 12 + month - 1 + by;
  return { month: (at % 12) + 1, year: Math.floor(at / 12) };
};
const keyOf = ({ month, year }: Month): string => `${month}-${year}`;

const ahead = 3;
const back = 36;
/** Filter months, from a few in the future to three years ago. */
export function nearMonths(day: string): { value: string; label: string }[] {
  const now = { month: Number(day.slice(5, 7)), year: Number(day.slice(0, 4)) };
  return Array.from({ length: ahead + 1 + back }, (_, i) => later(now, ahead - i)).map((month) => ({
    value: keyOf(month),
    label: monthText(month),
  }));
}

const isMonth = (found: unknown): found is Month => {
  const { month, year } = (found ?? {}) as Partial<Month>;
  return Number.isInteger(month) && Number.isInteger(year) && Number(month) >= 1 && Number(month) <= 12;
};

/** Months of a URL parameter; none if invalid. */
export function monthKeys(word: string | undefined): string[] {
  try {
    const found: unknown = JSON.parse(word ?? '[]');
    return Array.isArray(found) ? found.filter(isMonth).map(keyOf) : [];
  } catch {
    // A link that was cut short.
    return [];
  }
}

/** The specification's spelling: JSON of month and year pairs. */
export const monthWord = (keys: readonly string[]): string =>
  JSON.stringify(
    keys.map((key) => {
      const [month, year] = key.split('-').map(Number);
      return { month, year };
    }),
  );
