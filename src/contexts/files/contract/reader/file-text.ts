/** Detects garbled and blank text, and total rows. Pure. */

const beyondAscii = /\P{ASCII}/u;
export const isAscii = (cell: string): boolean => !beyondAscii.test(cell);

/** Windows-1252 characters of bytes 80 to 9F in order; a blank has none. */
const windows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

function byteOf(letter: string): number {
  const code = letter.charCodeAt(0);
  if (code < 0x100) return code;
  const at = windows.indexOf(letter);
  return at < 0 ? -1 : 0x80 + at;
}

/** Letters of UTF-8 that a spreadsheet took for Windows-1252 (राजेश as à¤°à¤¾…), or that were lost as question marks. */
export function isGarbled(cell: string): boolean {
  if (/^[?\s.]*\?[?\s.]*$/.test(cell) || cell.includes('\uFFFD')) return true;
  if (isAscii(cell)) return false;
  const bytes = Array.from(cell, byteOf);
  if (bytes.includes(-1)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    return true;
  } catch {
    return false;
  }
}

const blank = /^(n\.?\/?a\.?|#n\/a|null|nil|none|nan|[-–—]+|\.)$/i;
/** Placeholders of users and programs for an empty value. */
export const isBlank = (cell: string): boolean =>
  cell === '' || (cell.length <= 5 && !/^\d/.test(cell) && blank.test(cell));

/** The same for a required number: a text such as `none` may be a real value there. */
export const isNoNumber = (cell: string): boolean => /^(n\/?a|#n\/a|null|[-–—]+)$/i.test(cell);

/** Total row below a list, which is no loan. */
export const isTotal = (cell: string): boolean => /^(grand|sub|net|overall)?[\s-]*totals?\b/i.test(cell);
