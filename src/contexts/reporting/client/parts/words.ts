/** Short amounts; the full amount is in the element's title. */
import { moneyShort, rupees, signed, today } from '#kernel/ui/parts/values/format.ts';

/** Shortened from a thousand on; below it, paise only where they matter. */
export const cashText = (amount: number): string =>
  Math.abs(amount) < 1000 && Number.isInteger(amount) ? rupees(amount) : moneyShort(amount);

/** Three figures at most below a thousand crores: ₹51 K, ₹1.4 L, ₹12 Cr. */
export function brief(amount: number): string {
  const size = Math.abs(amount);
  const told = (unit: number, word: string): string => {
    const value = size / unit;
    const figures = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
    return signed(amount, `₹${figures.toLocaleString('en-IN')} ${word}`);
  };
  if (size >= 1e7) return told(1e7, 'Cr');
  if (size >= 1e5) return told(1e5, 'L');
  return size >= 1e3 ? told(1e3, 'K') : signed(amount, `₹${Math.round(size)}`);
}

/** Elapsed share of the month, including today. */
export function monthGone(): number {
  const day = today();
  const length = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
  return Number(day.slice(8)) / length;
}
