/** Names and other text of a file. Pure. */
import { nothing } from '#kernel/contract/identity/noise.ts';
import { isNothing, plainText, unwrapped } from '#kernel/contract/identity/plain-text.ts';
import { type Note, refuse } from './file-cells.ts';
import { isAscii, isGarbled } from './file-text.ts';

export const within = <T extends string | null>(cell: T, max: number): T =>
  cell !== null && cell.length > max ? refuse('text too long') : cell;

export function textOf(cell: string, max: number, needsLetter = false): string {
  if (needsLetter && !/\p{L}/u.test(cell)) return refuse('text without a letter');
  const isSuspect = cell.includes('?') || !isAscii(cell);
  return within(isSuspect && isGarbled(cell) ? refuse('text garbled') : cell, max);
}

const died = /\b(deceased|expired|demised)\b|^late\b|\(\s*(late|dead)\b|\blate\s*\)?$|स्वर्गीय|स्व\.|मृत|दिवंगत/i;
const beginsWithLetter = /^[A-Za-z]/;
/** Prefixes of empty values: NA, Nil, Unknown, Blank. */
const likeNothing = /^[nub#]/i;
const shortName = 16;

/** A name contains a letter; a spreadsheet error does not. Null: no name in the cell. */
export function nameOf(cell: string, max: number, note: Note): string | null {
  if (!beginsWithLetter.test(cell) && (isNothing(unwrapped(cell)) || !/\p{L}/u.test(cell))) return null;
  if (cell.length <= shortName && likeNothing.test(cell) && isNothing(plainText(cell))) return null;
  if (died.test(cell)) note('deceased');
  return textOf(cell, max);
}

/** Placeholders of an empty cell, longer than the common ones. */
export const saysNothing = (cell: string): boolean => nothing.test(unwrapped(cell));
