/** Display text of a cell value: a day in the product's list format. */
import { dayWords } from '#kernel/ui/parts/values/format.ts';

export const cellWords = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayWords(value) : value;
