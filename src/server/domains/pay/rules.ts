/** What a stranger is shown of a person, and what an amount must be. Pure. */
import { Failure } from '#contract/kernel/failure.ts';

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstOf = (word: string): string =>
  letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** Initials with stars: enough to know one's own name, too little to learn another's. Always the same length a word. */
export const maskedName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${firstOf(word)}*****`)
    .join(' ');

export interface Bill {
  /** Null when it is not told to this payer. */
  total: number | null;
  /** The most that is taken at once. */
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
  /** Loan numbers a stranger may ask about. */
  inTenMinutes: 10,
  inADay: 30,
  /** All strangers together, for one lender. */
  inAnHourForAll: 200,
};
