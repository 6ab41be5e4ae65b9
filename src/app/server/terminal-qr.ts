import { renderUnicodeCompact } from 'uqr';

/** QR code for a terminal, one string per row: dark on light regardless of the terminal's colours. */
export const qrLines = (text: string): string[] =>
  renderUnicodeCompact(text, { ecc: 'M', maxVersion: 10, border: 2 })
    .split('\n')
    // A dark module is a gap between light blocks.
    .map((line) => `\u001B[97;40m${line}\u001B[0m`);
