/** QR codes (ISO/IEC 18004) of up to 213 bytes: byte mode, error correction M, versions 1 to 10. */

const eccOf = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const blocksOf = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Where alignment patterns stand, by version. */
const alignOf = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const times = (x: number, y: number): number => {
  let z = 0;
  for (let i = 7; i >= 0; i -= 1) {
    z = (z << 1) ^ ((z >>> 7) * 0x11d);
    z ^= ((y >>> i) & 1) * x;
  }
  return z;
};

function divisorOf(degree: number): number[] {
  const result = Array<number>(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1)
      result[j] = times(result[j] ?? 0, root) ^ (j + 1 < degree ? (result[j + 1] ?? 0) : 0);
    root = times(root, 2);
  }
  return result;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    divisor.forEach((one, i) => (result[i] = (result[i] ?? 0) ^ times(one, factor)));
  }
  return result;
}

/** Bits there are for data and correction together. */
function roomOf(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const align = Math.floor(version / 7) + 2;
    bits -= (25 * align - 10) * align - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}

interface Size {
  version: number;
  ecc: number;
  blocks: number;
  bytes: number;
}
function sizeFor(length: number): Size {
  for (let version = 1; version <= 10; version += 1) {
    const ecc = eccOf[version - 1] ?? 0;
    const blocks = blocksOf[version - 1] ?? 1;
    const bytes = Math.floor(roomOf(version) / 8);
    const head = version < 10 ? 12 : 20;
    if (length * 8 + head <= (bytes - ecc * blocks) * 8) return { version, ecc, blocks, bytes };
  }
  throw new RangeError('too long for a QR code');
}

function dataBytes(bytes: Uint8Array, { version, ecc, blocks, bytes: all }: Size): number[] {
  const bits: number[] = [];
  const add = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  const room = (all - ecc * blocks) * 8;
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, room - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) add(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

/** Data in blocks, each with its correction, one byte of each block after another. */
function interleaved(data: readonly number[], { ecc, blocks, bytes }: Size): number[] {
  const short = blocks - (bytes % blocks);
  const shortLength = Math.floor(bytes / blocks) - ecc;
  const divisor = divisorOf(ecc);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const part = data.slice(at, (at += shortLength + (i < short ? 0 : 1)));
    return { part, correction: remainderOf(part, divisor) };
  });
  const result: number[] = [];
  for (let i = 0; i <= shortLength; i += 1)
    for (const { part } of parts) if (i < part.length) result.push(part[i] ?? 0);
  for (let i = 0; i < ecc; i += 1) for (const { correction } of parts) result.push(correction[i] ?? 0);
  return result;
}

class Grid {
  readonly size: number;
  readonly dark: boolean[][];
  private readonly taken: boolean[][];
  constructor(version: number) {
    this.size = version * 4 + 17;
    const empty = (): boolean[][] =>
      Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.dark = empty();
    this.taken = empty();
  }
  isTaken = (x: number, y: number): boolean => this.taken[y]?.[x] ?? true;
  set(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y];
    const used = this.taken[y];
    if (!row || !used || x < 0 || x >= this.size) return;
    row[x] = isDark;
    used[x] = true;
  }
  put(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y];
    if (row) row[x] = isDark;
  }
}

function finder(grid: Grid, cx: number, cy: number): void {
  for (let dy = -4; dy <= 4; dy += 1)
    for (let dx = -4; dx <= 4; dx += 1) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      grid.set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
    }
}

function patterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let i = 0; i < size; i += 1) {
    grid.set(6, i, i % 2 === 0);
    grid.set(i, 6, i % 2 === 0);
  }
  finder(grid, 3, 3);
  finder(grid, size - 4, 3);
  finder(grid, 3, size - 4);
  const places = alignOf[version - 1] ?? [];
  const last = places.length - 1;
  places.forEach((x, i) =>
    places.forEach((y, j) => {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (isFinder) return;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1)
          grid.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version < 7) return;
  let rest = version;
  for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i += 1) {
    const isDark = ((bits >>> i) & 1) === 1;
    const a = size - 11 + (i % 3);
    const b = Math.floor(i / 3);
    grid.set(a, b, isDark);
    grid.set(b, a, isDark);
  }
}

function format(grid: Grid, mask: number): void {
  const { size } = grid;
  // Error correction M is written as 0.
  let rest = mask;
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const at = (i: number): boolean => ((bits >>> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) grid.set(8, i, at(i));
  grid.set(8, 7, at(6));
  grid.set(8, 8, at(7));
  grid.set(7, 8, at(8));
  for (let i = 9; i < 15; i += 1) grid.set(14 - i, 8, at(i));
  for (let i = 0; i < 8; i += 1) grid.set(size - 1 - i, 8, at(i));
  for (let i = 8; i < 15; i += 1) grid.set(8, size - 15 + i, at(i));
  grid.set(8, size - 8, true);
}

/** Up and down in pairs of columns from the right, over whatever is free. */
function fill(grid: Grid, bytes: readonly number[], mask: (x: number, y: number) => boolean): void {
  const { size } = grid;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const isUp = ((right + 1) & 2) === 0;
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid.isTaken(x, y)) continue;
        const bit = ((bytes[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1;
        i += 1;
        grid.put(x, y, (bit === 1) !== mask(x, y));
      }
    }
  }
}

/** True where a module is dark. Any mask may be used; this one breaks up what text usually makes. */
export function qrOf(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const size = sizeFor(bytes.length);
  const grid = new Grid(size.version);
  patterns(grid, size.version);
  const mask = 0;
  format(grid, mask);
  fill(grid, interleaved(dataBytes(bytes, size), size), (x, y) => (x + y) % 2 === 0);
  return grid.dark;
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
