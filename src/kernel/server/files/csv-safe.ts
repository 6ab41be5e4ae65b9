/** Escapes cells that a spreadsheet would read as a formula, and reverts it. */

/** Without it a spreadsheet assumes the country's encoding, and garbles other characters. */
export const byteOrderMark = '\uFEFF';

// Characters a spreadsheet may skip before a formula: space, control and zero-width characters.
const skipped = /^[\s\p{Cc}\p{Cf}\p{Zs}]+/u;
const starts = /^[=+\-@|%＝＋－＠]/u;
const splits = /[;\t]/;
const mark = "'";
/** Ids that a spreadsheet would damage as numbers: it preserves fifteen digits and no leading zero. */
const losesDigits = /^(0\d+|\d{16,}|\d+e\d+)$/i;
/** Without any of these a cell is neither a formula nor in need of doubled quotes; most are not. */
const suspect = /^'*(0\d|\d{16}|\d+e)|["=+\-@|%＝＋－＠\t\r\n\0]/i;

const isFormula = (text: string): boolean =>
  /^[\t\r\n\0]/.test(text) || starts.test(text.replace(skipped, ''));
/** Prefixed text is prefixed again, so that removing one prefix always restores the original. */
const needsMark = (text: string): boolean => {
  const bare = text.replace(/^'+/, '');
  return isFormula(bare) || losesDigits.test(bare) || bare.split(splits).some(isFormula);
};

/** One quoted cell. A leading `'` marks text that would otherwise be run; typed numbers stay numbers. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '""';
  if (typeof value === 'number') return String(value);
  if (!suspect.test(value)) return `"${value}"`;
  const safe = needsMark(value) ? mark + value : value;
  return `"${safe.replace(/"/g, '""')}"`;
}

export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

/** Removes the single `'` that `csvCell` added before a cell, and none of the user's. */
export const unmarked = (cell: string): string =>
  cell.startsWith(mark) && needsMark(cell) ? cell.slice(1) : cell;
