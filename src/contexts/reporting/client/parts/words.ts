/** Amounts where there is little room; the amount in full stands in a title. */
import { moneyShort, rupees } from '#kernel/ui/parts/format.ts';

/** Shortened from a thousand on; below it, paise only where they matter. */
export const cash = (amount: number): string =>
  Math.abs(amount) < 1000 && Number.isInteger(amount)
    ? rupees(amount)
    : moneyShort(amount).replaceAll(' ', '\u00A0');

/** Three figures at most: ₹51 K, ₹1.4 L, ₹12 Cr. */
export function brief(amount: number): string {
  const size = Math.abs(amount);
  const told = (unit: number, word: string): string => {
    const value = amount / unit;
    return `₹${Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value)}\u00A0${word}`;
  };
  if (size >= 1e7) return told(1e7, 'Cr');
  if (size >= 1e5) return told(1e5, 'L');
  return size >= 1e3 ? told(1e3, 'K') : `₹${Math.round(amount)}`;
}
