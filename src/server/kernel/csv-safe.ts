/** Cells that a spreadsheet cannot take for a formula (security.md C.8). */

// Everything a spreadsheet may skip before it looks for a formula: space, control and zero-width characters.
const skipped = /^[\s\p{Cc}\p{Cf}\p{Zs}]+/u;
const starts = /^[=+\-@|%＝＋－＠]/u;
const splits = /[;\t]/;

const isRisky = (text: string): boolean => /^[\t\r\n\0]/.test(text) || starts.test(text.replace(skipped, ''));

/** One quoted cell. A leading `'` marks text that would otherwise be run; typed numbers stay numbers. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '""';
  if (typeof value === 'number') return String(value);
  const safe = isRisky(value) || value.split(splits).some(isRisky) ? `'${value}` : value;
  return `"${safe.replace(/"/g, '""')}"`;
}

export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;
