/** What a stranger is shown of a person, and what an amount must be. Pure. */
import { Failure } from '#kernel/contract/failure.ts';

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstOf = (word: string): string =>
  letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** Initials with stars: enough to recognise one's name, too little to learn another's. Constant length per part. */
export const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${firstOf(word)}*****`)
    .join(' ');

interface Bill {
  /** Null when this payer may not see it. */
  total: number | null;
  /** Maximum payment. */
  most: number;
  isSure: boolean;
}
const wrong = (fault: 'required' | 'too_big'): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path: 'amount', fault }]);

/** Refuses what cannot be paid (G116, G117). */
export function checkAmount(amount: number, { total, most, isSure }: Bill): void {
  if (amount <= 0) throw wrong('required');
  if (amount > most) throw wrong('too_big');
  if (total !== null && total > 0 && amount > total && !isSure) throw new Failure('AMOUNT_ABOVE_DUE');
}

export const limits = {
  /** Look-ups permitted for an unauthenticated client. */
  inTenMinutes: 10,
  inADay: 30,
  /** All strangers together, for one lender. */
  inAnHourForAll: 200,
  /** Lookups of neighbouring numbers within a day, from any address. */
  beside: 3,
  /** Numbers out of the same ten thousand, within an hour. */
  inTheBlock: 12,
  /** As many times the figures above cost work as well. */
  untilWork: 3,
};

/** Earlier look-ups, including this one. */
export interface LookupCounts {
  soon: number;
  day: number;
  all: number;
  beside: number;
  block: number;
}
/** What a stranger must bring: only the number; the last digits of its mobile too; and work done on top of that. */
type Guard = 'number' | 'digits' | 'work';

/** Many at one address may be one network's customers: they still pay, when they know the mobile of their loan. */
export function guardOf({ soon, day, all, beside, block }: LookupCounts): Guard {
  const over = (times: number): boolean =>
    soon > limits.inTenMinutes * times || day > limits.inADay * times || all > limits.inAnHourForAll * times;
  if (over(limits.untilWork)) return 'work';
  return over(1) || beside >= limits.beside || block > limits.inTheBlock ? 'digits' : 'number';
}

interface Run {
  /** The number without what is counted up in it. */
  stem: string;
  value: number;
}
/** Maximum distance of adjacent numbers in an enumeration, and the block size. */
export const besideIs = 10;
export const blockIs = 10_000;

/** Numbers that differ only in their last digits belong to one run (enumeration). */
export function runOf(loanNumber: string): Run {
  const found = /^(.*?)(\d{1,15})(\D*)$/s.exec(loanNumber.toLowerCase());
  if (!found) return { stem: loanNumber.toLowerCase(), value: 0 };
  const [, before = '', figures = '', after = ''] = found;
  return { stem: [before, figures.length, after].join('\n'), value: Number(figures) };
}
