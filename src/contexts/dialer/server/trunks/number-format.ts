/** Formats Indian numbers as a carrier requires them to be dialed. Pure. */
import type { numberFormats } from '#contexts/dialer/contract/trunks.ts';

export type NumberFormat = (typeof numberFormats)[number];

/** Ten digits, with or without a prefix. */
const indianNumber = /^(?:\+91|91|0)?([1-9]\d{9})$/;
const prefixes: Readonly<Record<Exclude<NumberFormat, 'as_is'>, string>> = {
  national: '',
  zero: '0',
  country: '91',
  plus: '+91',
};

/** Returns the number in this format. Ten digits that start with 91 are complete; numbers of other shapes are unchanged. */
export function formatForTrunk(number: string, format: NumberFormat): string {
  if (format === 'as_is') return number;
  const national = /^\d{10}$/.test(number) ? number : indianNumber.exec(number)?.[1];
  return national === undefined ? number : `${prefixes[format]}${national}`;
}
