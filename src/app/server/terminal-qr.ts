import { renderUnicodeCompact } from 'uqr';

/** A QR code for a terminal, a string for each of its lines: dark on light whatever the terminal's colours are. */
export const qrLines = (text: string): string[] =>
  renderUnicodeCompact(text, { ecc: 'M', maxVersion: 10, border: 2 })
    .split('\n')
    // A dark module is a gap between light blocks.
    .map((line) => `\u001B[97;40m${line}\u001B[0m`);
