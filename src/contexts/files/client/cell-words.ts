/** A value read from a cell as people see it: a day as the lists of the product show it. */
import { dayWords } from '#kernel/ui/parts/format.ts';

export const cellWords = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayWords(value) : value;
