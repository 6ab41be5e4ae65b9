/** Recognises a column by its values, in the first rows of a file. Pure. */
import { readAmount } from '#kernel/contract/figures/amount.ts';
import { readDay } from '#kernel/contract/figures/day.ts';
import type { FileColumn } from '../../customer-file.ts';
import { isAadhaar } from '../file-cells.ts';
import { telephonesIn } from '../file-mobiles.ts';
import { isBlank } from '../file-text.ts';

const most = 100;
export const valuesOf = (rows: readonly (readonly string[])[], place: number): string[] =>
  rows
    .map((cells) => (cells[place] ?? '').trim())
    .filter((cell) => cell !== '' && !isBlank(cell))
    .slice(0, most);

const shareOf = (values: readonly string[], is: (value: string) => boolean): number =>
  values.length ? values.filter(is).length / values.length : 0;
const isMobile = (value: string): boolean => value.length < 60 && telephonesIn(value).mobiles.length > 0;
export const mobileShare = (values: readonly string[]): number => shareOf(values, isMobile);
const isPan = (value: string): boolean => /^[A-Z]{5}\s?\d{4}\s?[A-Z]$/i.test(value);
export const panShare = (values: readonly string[]): number => shareOf(values, isPan);

/** A day, also with ambiguous order. */
function yearIn(value: string): number | undefined {
  if (!/[-/. ,\p{L}]/u.test(value)) return undefined;
  const day = readDay(value, { order: 'dayFirst' });
  const other = typeof day === 'string' ? day : readDay(value, { order: 'monthFirst' });
  return typeof other === 'string' ? Number(other.slice(0, 4)) : undefined;
}
const isDay = (value: string): boolean =>
  yearIn(value) !== undefined || /^([34]\d{4}|(19|20)\d{6})$/.test(value);
/** Borrowers are grown up: newer years are days of a loan. */
function isBirth(value: string): boolean {
  const year = yearIn(value);
  const newest = 2015;
  return year !== undefined
    ? year > 1915 && (year < newest || /\D\d{2}$/.test(value))
    : /^[12]\d{4}$|^3[0-9]{4}$/.test(value);
}
const isAmount = (value: string): boolean =>
  typeof readAmount(value, { onNote: () => undefined }) === 'number' ||
  /^[-(]?[\d,.]+\)?$|\d\s*cr\.?$/i.test(value);

const enough = 0.6;
/** Amounts exceed rates, days and small numbers. */
const leastSum = 100;
function areSums(values: readonly string[]): boolean {
  if (
    shareOf(values, isAmount) < enough ||
    mobileShare(values) > 0.5 ||
    shareOf(values, (one) => isAadhaar(one)) > 0.5
  )
    return false;
  if (shareOf(values, (value) => yearIn(value) !== undefined && /[-/]/.test(value)) > 0.5) return false;
  return values.length < 3 || values.some((value) => Number(value.replace(/[^\d.]/g, '')) >= leastSum);
}
function areIdentities(values: readonly string[], mayRepeat: boolean): boolean {
  const isNumber = (value: string): boolean =>
    /\p{Nd}/u.test(value) && value.length >= 2 && !/\s\p{L}+\s/u.test(value);
  const isDistinct = mayRepeat || values.length < 5 || new Set(values).size / values.length > 0.8;
  return (
    shareOf(values, isNumber) >= enough &&
    isDistinct &&
    shareOf(values, (one) => yearIn(one) !== undefined) < 0.5
  );
}

const hasFigures = (value: string): boolean => /\p{Nd}/u.test(value) && !/\p{L}/u.test(value);
/** A value by its form, as no heading is: a figure, an amount, a day, a telephone number, a PAN, an e-mail address. */
export const isValue = (value: string): boolean =>
  hasFigures(value) ||
  value.includes('@') ||
  (/\p{Nd}/u.test(value) && (isAmount(value) || isDay(value) || isMobile(value) || isPan(value)));

/**
 * Whether the values fit a column; kinds that accept any text are skipped. `isNamed`: the heading matches, so that an
 * identity may repeat.
 */
export function fits(
  { kind, isBirth: wantsBirth, key, isRepeated = false }: FileColumn,
  values: readonly string[],
  isNamed = false,
): boolean {
  switch (kind) {
    case 'loan number':
    case 'reference':
      return areIdentities(values, isRepeated || isNamed);
    case 'mobile':
      return mobileShare(values) >= enough;
    case 'amount':
      return areSums(values) && (key !== 'amount' || shareOf(values, isAmount) > 0);
    case 'date':
      return shareOf(values, wantsBirth ? isBirth : isDay) >= enough;
    case 'count':
      return (
        shareOf(values, (value) => /\d/.test(value) && !/\p{L}{5}/u.test(value) && value.length < 12) >=
        enough
      );
    case 'pan':
      return panShare(values) >= 0.3;
    case 'pincode':
      return shareOf(values, (value) => /^\d{3}\s?\d{2,3}(\.0)?$/.test(value)) >= enough;
    case 'agent':
      return shareOf(values, (value) => value.includes('@')) >= enough;
    case 'name':
      return shareOf(values, (value) => /\p{L}{2}/u.test(value) && !/\d{4}/.test(value)) >= enough;
    default:
      return true;
  }
}
/** Kinds that are believed once they are read: they are not proposed for a column without values. */
export const needsValues = ({ kind }: FileColumn): boolean =>
  ['loan number', 'reference', 'mobile', 'amount', 'date', 'pan', 'pincode'].includes(kind);
