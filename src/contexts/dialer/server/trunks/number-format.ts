/** How a carrier wants Indian numbers to be dialed. Pure. */
import type { numberFormats } from '#contexts/dialer/contract/trunks.ts';

export type NumberFormat = (typeof numberFormats)[number];

/** Ten digits, with or without what is put before them. */
const indian = /^(?:\+91|91|0)?([1-9]\d{9})$/;
const before: Readonly<Record<Exclude<NumberFormat, 'as_is'>, string>> = {
  national: '',
  zero: '0',
  country: '91',
  plus: '+91',
};

/** A number of ten digits that begins with 91 is whole already; numbers of other shapes stay as they are. */
export function dialedAs(number: string, format: NumberFormat): string {
  if (format === 'as_is') return number;
  const national = /^\d{10}$/.test(number) ? number : indian.exec(number)?.[1];
  return national === undefined ? number : `${before[format]}${national}`;
}
