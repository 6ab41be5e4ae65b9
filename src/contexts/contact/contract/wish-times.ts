/** Times a borrower may block. Pure. */
import type { Span } from '#contexts/contact/contract/contact-block.ts';

/** So that no wish closes a whole day of contact. */
const mostHours = 4;

const halves = (from: number, until: number): string[] =>
  Array.from(
    { length: (until - from) * 2 + 1 },
    (_, n) => `${String(from + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
  );
/** Full and half hours of the day in India. */
export const clocks: readonly string[] = halves(6, 22);

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** What is wrong with it, or null. */
export function spanFault({ from, until }: Span): 'clock' | 'order' | 'long' | null {
  if (!clocks.includes(from) || !clocks.includes(until)) return 'clock';
  if (until <= from) return 'order';
  return minutesOf(until) - minutesOf(from) > mostHours * 60 ? 'long' : null;
}
