/** QR codes of up to 213 bytes, as a picture and for a terminal. */
import { encode } from 'uqr';

/** True where a module is dark; a text that is too long is a RangeError. */
export function qrOf(text: string): boolean[][] {
  // Any mask may be used; this one breaks up what text usually makes.
  return encode(text, { ecc: 'M', maxVersion: 10, maskPattern: 0, border: 0 }).data;
}

/** As a picture with its quiet border. */
export function qrPicture(text: string): string {
  const rows = qrOf(text);
  const border = 4;
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + border} ${y + border}h1v1h-1z` : [])),
  );
  const side = rows.length + 2 * border;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path.join('')}"/></svg>`;
}

/** For a terminal: two rows in a line, dark on light whatever its colours are. */
export function qrLines(text: string): string[] {
  const dark = qrOf(text);
  const border = 2;
  const at = (x: number, y: number): boolean => dark[y]?.[x] ?? false;
  const lines: string[] = [];
  for (let y = -border; y < dark.length + border; y += 2) {
    let line = '';
    for (let x = -border; x < dark.length + border; x += 1)
      line += at(x, y) ? (at(x, y + 1) ? '█' : '▀') : at(x, y + 1) ? '▄' : ' ';
    lines.push(`\u001B[30;107m${line}\u001B[0m`);
  }
  return lines;
}
