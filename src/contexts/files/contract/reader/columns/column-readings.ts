/**
 * Readings for all rejected cells of a column in one step. A cell that does not fit the reading remains rejected. Pure.
 */
import { readMonth } from '#kernel/contract/figures/months.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import type { FileColumn } from '../../customer-file.ts';

export const columnReadings = [
  'dayFirst',
  'monthFirst',
  'yearFirst',
  'decimalComma',
  'decimalPoint',
  'leaveOut',
] as const;
export type ColumnReading = (typeof columnReadings)[number];

const ofKind: Readonly<Partial<Record<FileColumn['kind'], readonly ColumnReading[]>>> = {
  date: ['dayFirst', 'monthFirst', 'yearFirst'],
  amount: ['decimalPoint', 'decimalComma'],
};
/** Readings of a column; only an optional one may be skipped. */
export const readingsOf = ({ kind, required }: FileColumn): readonly ColumnReading[] => [
  ...(ofKind[kind] ?? []),
  ...(required ? [] : (['leaveOut'] as const)),
];

const places = { dayFirst: [2, 1, 0], monthFirst: [2, 0, 1], yearFirst: [0, 1, 2] } as const;

/** A two-digit year: a birth date is in the past, any other day at most 20 years in the future. */
function wholeYear(year: string, isBirth: boolean, now: Date): string | undefined {
  if (year.length === 4) return year;
  if (year.length !== 2) return undefined;
  const latest = (now.getUTCFullYear() % 100) + (isBirth ? 0 : 20);
  return `${Number(year) <= latest ? '20' : '19'}${year}`;
}
const monthOf = (part: string): string | undefined => {
  if (/^\d{1,2}$/.test(part)) return part.padStart(2, '0');
  return readMonth(part)?.toString().padStart(2, '0');
};

/** The three parts of a day, however they are divided; without dividers they are of two figures, the year of four or two. */
function partsOf(cell: string, isYearFirst: boolean): string[] | undefined {
  const day = cell.replace(/[ T]\d{1,2}:\d{2}.*$/, '');
  const bare = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(day);
  const parts =
    bare && !isYearFirst
      ? bare.slice(1)
      : isYearFirst && /^\d{8}$/.test(day)
        ? [day.slice(0, 4), day.slice(4, 6), day.slice(6)]
        : day.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  return parts.length === 3 ? parts : undefined;
}

function dayIn(cell: string, order: keyof typeof places, isBirth: boolean, now: Date): string | undefined {
  const parts = partsOf(cell, order === 'yearFirst');
  if (!parts) return undefined;
  const [y, m, d] = places[order].map((place) => parts[place] ?? '');
  const [year, month] = [wholeYear(y ?? '', isBirth, now), monthOf(m ?? '')];
  if (!year || !month || !/^\d{1,2}$/.test(d ?? '')) return undefined;
  return `${year}-${month}-${(d ?? '').padStart(2, '0')}`;
}

/** Digits with paise after the chosen separator; other separators only group. */
function amountIn(cell: string, sign: ',' | '.'): string | undefined {
  const figures = cell.replace(/^(₹|rs\.?|inr)\s*|\s*(\/-|inr|rs\.?)$/gi, '').replace(/[\s'’]/g, '');
  const other = sign === ',' ? '.' : ',';
  const [whole = '', paise = '', ...more] = figures.replaceAll(other, '').split(sign);
  if (more.length > 0 || !/^\d+$/.test(whole) || !/^\d{0,2}$/.test(paise)) return undefined;
  return paise ? `${whole}.${paise}` : whole;
}

/** The cell in standard format; undefined where it does not fit. `''`: skipped. */
export function reread(
  cell: string,
  reading: ColumnReading,
  { isBirth = false }: Pick<FileColumn, 'isBirth'>,
  now: Date,
): string | undefined {
  const plain = plainText(cell);
  if (reading === 'leaveOut') return '';
  if (reading === 'decimalComma' || reading === 'decimalPoint')
    return amountIn(plain, reading === 'decimalComma' ? ',' : '.');
  return dayIn(plain, reading, isBirth, now);
}
