/** Amounts while they are typed: grouped as India writes them on screen, plain in the form. */
import { typedPaise } from '#kernel/contract/figures/amount.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';

/** In figures of ASCII, without what is only there to be read. */
export const plainAmount = (shown: string): string => plainText(shown).replace(/[,\s₹]/g, '');

/** Rupees of what was typed; NaN for what is no amount. */
export const typedRupees = (typed: string): number => (typedPaise(typed) ?? Number.NaN) / 100;

/** Formats `Rs500` and `1500/-` as digits on blur; other text is unchanged. */
export function settledAmount(typed: string): string {
  const paise = typedPaise(typed);
  return paise === undefined || /^\d+(\.\d*)?$/.test(typed) ? typed : String(paise / 100);
}

/** Formats `123456.5` as `1,23,456.5`; other text is unchanged. */
export function groupedAmount(typed: string): string {
  const [, whole, rest = ''] = /^(\d+)(\.\d*)?$/.exec(plainAmount(typed)) ?? [];
  if (whole === undefined) return typed;
  const last = whole.slice(-3);
  const first = whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',');
  return (first ? `${first},${last}` : last) + rest;
}

/** Cursor position after this many significant characters. */
export function placeAfter(shown: string, count: number): number {
  let left = count;
  for (let i = 0; i < shown.length; i++) {
    if (left === 0) return i;
    if (shown[i] !== ',') left--;
  }
  return shown.length;
}
