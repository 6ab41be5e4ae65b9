/** Days of a schedule. Pure. */
import type { FieldFault } from '#kernel/contract/failure.ts';

export type Fault = FieldFault;
const aDay = 86_400_000;
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * aDay).toISOString().slice(0, 10);

/** The same day of a later month, or its last one. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Equal monthly parts in full rupees; the last has the remainder. Paise. */
export function spread(amount: number, count: number, first: string): { dueOn: string; amount: number }[] {
  const each = Math.floor(amount / count / 100) * 100;
  return Array.from({ length: count }, (_, n) => ({
    dueOn: addMonths(first, n),
    amount: n === count - 1 ? amount - each * (count - 1) : each,
  }));
}
