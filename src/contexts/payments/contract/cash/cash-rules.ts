/** Cash between the phone and the bank: its numbers, states, ages and limits. Pure; used by phones too. */
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { dayInIndia } from '#kernel/contract/india.ts';

export const receiptStates = ['in-hand', 'deposited', 'confirmed', 'void'] as const;
export type ReceiptState = (typeof receiptStates)[number];
export const depositStates = ['made', 'confirmed', 'undone'] as const;
export type DepositState = (typeof depositStates)[number];
/** Ways to clear short cash of an agent. */
export const shortEnds = ['recovered', 'written-off'] as const;
export type ShortEnd = (typeof shortEnds)[number];
/** Age buckets of cash in hand, in days. */
export const cashAges = ['0-1', '2-3', '4-7', '7+'] as const;
export type CashAge = (typeof cashAges)[number];

/** Notes and coins in rupees, the largest first. */
export const notes = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const;

export const isCashMode = (mode: unknown): boolean => String(mode).toLowerCase() === 'cash';

/** Receipt numbers issued to a phone at a time, and the minimum after it was online. */
export const blockSize = 500;

const figures = 8;
const pattern = /^CR-(\d{8,15})$/i;
/** Formatted receipt number. */
export const cashNumber = (serial: number): string => `CR-${String(serial).padStart(figures, '0')}`;
/** Returns the number in the canonical form of references, without blanks. */
const plain = (number: string): string => plainText(number).replaceAll(/\s/g, '');
/** Normalises as a reader would: without punctuation, and with similar characters as digits. */
const asSeen = (number: string): string =>
  plain(number)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[OQD]/g, '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('S', '5')
    .replaceAll('B', '8');
/** True if similar to our format, also with punctuation or similar characters. */
export const looksOurs = (number: string): boolean =>
  /^CR-/i.test(plain(number)) || /^CR\d{6,}$/.test(asSeen(number));
/** False with characters of other scripts: they resemble Latin ones, so the number reads as another receipt's. */
export const isLatinNumber = (number: string): boolean => /^[\x20-\x7E]+$/.test(plainText(number));
/** Serial of a receipt number; undefined for foreign or malformed ones. */
export function serialOf(number: string): number | undefined {
  const [, figure] = pattern.exec(plain(number)) ?? [];
  const serial = figure === undefined ? undefined : Number(figure);
  return serial !== undefined && cashNumber(serial) === plain(number).toUpperCase() ? serial : undefined;
}
/** Formatted if ours; otherwise unchanged. */
export function writtenNumber(number: string): string {
  const serial = serialOf(number);
  return serial === undefined ? number : cashNumber(serial);
}
/** What a phone without a block writes: the day, and enough chance that no two of them choose the same. */
export const isSpare = (number: string): boolean => /^CASH-\d{6}-[2-9A-HJ-NP-Z]{6}$/i.test(number.trim());

/** Cash in hand of an agent for a lender, with its limits. Amounts in any one unit. */
export interface CashHeld {
  held: number;
  limit: number;
  /** Day of the oldest cash; null without any. */
  oldestOn: string | null;
  /** Maximum age in days. */
  days: number;
}
export type CashDoubt = 'CASH_OVER_LIMIT' | 'CASH_TOO_OLD';

const dayLong = 86_400_000;
export const ageInDays = (day: string, now: Date): number =>
  Math.round((Date.parse(dayInIndia(now)) - Date.parse(day)) / dayLong);

/** Why no further cash is accepted; undefined when it is. */
export function doubtOf(o: CashHeld, amount: number, now: Date): CashDoubt | undefined {
  if (o.oldestOn !== null && o.held > 0 && ageInDays(o.oldestOn, now) > o.days) return 'CASH_TOO_OLD';
  return o.held + amount > o.limit ? 'CASH_OVER_LIMIT' : undefined;
}
