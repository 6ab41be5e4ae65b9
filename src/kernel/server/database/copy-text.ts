/**
 * Rows in the text format of COPY, written byte by byte into one growing buffer: joining a hundred short strings a
 * loan costs several times more.
 */
export type Cell = string | number | boolean | null;

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const BACKSLASH = 92;
const ZERO = 48;
const LARGEST = 0x7fffffff;
/** From here on a character needs more than one byte. */
const BEYOND_ASCII = 128;
/** The letter that stands for a character after a backslash; 0 for characters that need none. */
const escapes = new Uint8Array(BEYOND_ASCII);
escapes.set([116, 110], TAB);
escapes[RETURN] = 114;
escapes[BACKSLASH] = BACKSLASH;
const digits = new Uint8Array(20);

export class CopyText {
  #buffer: Buffer;
  #length = 0;

  constructor(bytes = 4096) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  /** One line for each row; a column the row lacks is null. */
  add(rows: readonly object[], columns: readonly string[]): void {
    for (const row of rows) {
      const cells = row as Readonly<Record<string, Cell | undefined>>;
      for (let i = 0; i < columns.length; i += 1) {
        if (i) this.#buffer[this.#length++] = TAB;
        this.#cell(cells[columns[i] as string]);
      }
      this.#buffer[this.#length++] = NEWLINE;
    }
  }

  /** One line of these values. */
  line(values: readonly Cell[]): void {
    for (let i = 0; i < values.length; i += 1) {
      if (i) this.#buffer[this.#length++] = TAB;
      this.#cell(values[i]);
    }
    this.#buffer[this.#length++] = NEWLINE;
  }

  /** What was added, or undefined when nothing was. */
  bytes(): Buffer | undefined {
    return this.#length ? this.#buffer.subarray(0, this.#length) : undefined;
  }

  get size(): number {
    return this.#length;
  }

  /** Begins anew in the same memory. */
  clear(): void {
    this.#length = 0;
  }

  #cell(value: Cell | undefined): void {
    if (typeof value === 'string') return this.#string(value);
    this.#reserve(digits.length);
    if (typeof value === 'number') return this.#number(value);
    if (value === null || value === undefined) {
      this.#buffer[this.#length++] = BACKSLASH;
      this.#buffer[this.#length++] = 78; // N
    } else this.#buffer[this.#length++] = value ? 116 : 102; // t or f
  }

  #string(text: string): void {
    // Two bytes for an escape, three for a character beyond ASCII, and the tab or newline after it.
    this.#reserve(text.length * 3 + 2);
    const buffer = this.#buffer;
    const start = this.#length;
    let at = start;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code >= BEYOND_ASCII) return this.#wide(text, start);
      const escape = escapes[code] as number;
      if (escape) buffer[at++] = BACKSLASH;
      buffer[at++] = escape || code;
    }
    this.#length = at;
  }

  #wide(text: string, start: number): void {
    const escaped = text.replace(
      /[\\\t\n\r]/g,
      (c) => `\\${String.fromCharCode(escapes[c.charCodeAt(0)] as number)}`,
    );
    this.#reserve(escaped.length * 3 + 2);
    this.#length = start + this.#buffer.write(escaped, start);
  }

  #number(value: number): void {
    // Others are rare here, and 31 bits divide several times quicker.
    if ((value & LARGEST) !== value) return this.#string(String(value));
    let left = value;
    let at = digits.length;
    do {
      const next = (left / 10) | 0;
      digits[--at] = ZERO + (left - next * 10);
      left = next;
    } while (left > 0);
    while (at < digits.length) this.#buffer[this.#length++] = digits[at++] ?? ZERO;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes + 2 <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe((this.#length + bytes) * 2);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
