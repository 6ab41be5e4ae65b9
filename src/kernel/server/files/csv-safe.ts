/** Cells that a spreadsheet cannot take for a formula, and the way back (security.md C.8). */

/** A spreadsheet takes a file without it for its own country's letters, and garbles every other. */
export const byteOrderMark = '\uFEFF';

// Everything a spreadsheet may skip before it looks for a formula: space, control and zero-width characters.
const skipped = /^[\s\p{Cc}\p{Cf}\p{Zs}]+/u;
const starts = /^[=+\-@|%＝＋－＠]/u;
const splits = /[;\t]/;
const mark = "'";
/** Numbers of loans and payments that a spreadsheet would take for a sum: it keeps fifteen digits and no leading nought. */
const losesDigits = /^(0\d+|\d{16,}|\d+e\d+)$/i;
/** Without any of these a cell is neither a formula nor in need of doubled quotes; most are not. */
const suspect = /^'*(0\d|\d{16}|\d+e)|["=+\-@|%＝＋－＠\t\r\n\0]/i;

const isFormula = (text: string): boolean =>
  /^[\t\r\n\0]/.test(text) || starts.test(text.replace(skipped, ''));
/** Marked text is marked again, so that taking one mark away always gives what was written. */
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

/** Takes away the one `'` that `csvCell` put before a cell, and none that a person wrote. */
export const unmarked = (cell: string): string =>
  cell.startsWith(mark) && needsMark(cell) ? cell.slice(1) : cell;
