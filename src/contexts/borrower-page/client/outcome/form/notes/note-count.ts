/** Denominations in form format: `500x2 100x1`. */
import { notes } from '#contexts/payments/contract/cash/cash-rules.ts';

interface Counted {
  note: number;
  count: number;
}

/** Numbers by denomination; invalid ones are preserved for the form's error. */
export const notesOf = (text: string): Counted[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [note, count] = one.split('x');
      return { note: Number(note), count: Number(count) };
    });

/** The text with a new number of one denomination; zero removes it. */
export const withNotes = (text: string, note: number, count: string): string =>
  notes
    .map((known) => [known, known === note ? count.trim() : countOf(text, known)] as const)
    .filter(([, many]) => many !== '' && many !== '0')
    .map(([known, many]) => `${known}x${many}`)
    .join(' ');

export const countOf = (text: string, note: number): string =>
  text
    .split(' ')
    .find((one) => one.startsWith(`${note}x`))
    ?.slice(`${note}x`.length) ?? '';

export const rupeesIn = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { note, count }) => sum + note * count, 0);
