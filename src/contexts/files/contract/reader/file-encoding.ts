/** Decodes a file while streaming: UTF-8, UTF-16 with its byte order mark, or Windows-1252. Pure. */

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];
/** Why a file is not text; keys of `importText.wrongFile`. */
const wrongFiles = ['xlsx', 'xls', 'pdf', 'html', 'utf16', 'mixed', 'binary'] as const;
type WrongFile = (typeof wrongFiles)[number];

export class NotText extends Error {
  readonly is: WrongFile;
  constructor(is: WrongFile) {
    super(is);
    this.is = is;
  }
}

const beginnings: readonly (readonly [WrongFile, readonly number[]])[] = [
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];
const markup = /^\s*<(!doctype|html|table|\?xml|style|meta)/i;
const beyondAscii = 0x80;

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

export class FileDecoder {
  #encoding: Encoding | undefined;
  #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Possibly incomplete character bytes. */
  #rest = new Uint8Array() as Uint8Array;
  #hasLetters = false;
  #isBegun = false;
  #isFirst = true;

  /** Detected at the first non-ASCII character; ASCII is UTF-8. */
  get encoding(): Encoding {
    return this.#encoding ?? 'utf-8';
  }

  push(bytes: Uint8Array): string {
    return this.#checked(this.#decode(joined(this.#rest, bytes), false));
  }
  end(): string {
    return this.#checked(this.#decode(this.#rest, true));
  }

  #checked(text: string): string {
    if (text.includes('\u0000')) throw new NotText(this.#encoding?.startsWith('utf-16') ? 'binary' : 'utf16');
    return text;
  }

  #decode(all: Uint8Array, isLast: boolean): string {
    if (!this.#isBegun && all.length < 8 && !isLast) {
      this.#rest = all;
      return '';
    }
    if (!this.#isBegun) this.#begin(all);
    if (this.#encoding !== undefined && this.#encoding !== 'utf-8') {
      this.#rest = new Uint8Array();
      return this.#decodeAs(all, isLast);
    }
    // Up to the last ASCII character, so that no character is split.
    let whole = all.length;
    while (!isLast && whole > 0 && (all[whole - 1] ?? 0) >= beyondAscii) whole -= 1;
    this.#rest = all.slice(whole);
    return this.#utf8(all.subarray(0, whole), isLast);
  }

  #decodeAs(all: Uint8Array, isLast: boolean): string {
    try {
      return this.#decoder.decode(all, { stream: !isLast });
    } catch {
      throw new NotText('binary');
    }
  }

  #begin(all: Uint8Array): void {
    this.#isBegun = true;
    for (const [is, bytes] of beginnings)
      if (bytes.every((byte, i) => all[i] === byte)) throw new NotText(is);
    if (all[0] === 0xff && all[1] === 0xfe) this.#switchTo('utf-16le');
    if (all[0] === 0xfe && all[1] === 0xff) this.#switchTo('utf-16be');
  }

  #switchTo(encoding: Encoding): void {
    this.#encoding = encoding;
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  }

  #utf8(bytes: Uint8Array, isLast: boolean): string {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      this.#hasLetters ||= text.length !== bytes.length;
      if (this.#isFirst && markup.test(text)) throw new NotText('html');
      this.#isFirst = false;
      return text;
    } catch (error) {
      if (error instanceof NotText) throw error;
      return this.#windows(bytes, isLast);
    }
  }

  /** Bytes that are no UTF-8, in a file that had no other letters of it. */
  #windows(bytes: Uint8Array, isLast: boolean): string {
    // A file ending inside a character is truncated.
    if (this.#hasLetters || (isLast && isCutOff(bytes))) throw new NotText('mixed');
    // UTF-8 characters next to invalid bytes: mixed encodings.
    this.#switchTo('windows-1252');
    const text = this.#decodeAs(bytes, false);
    if (/[\u0080-\u009F]/.test(text) || /[\u00C0-\u00F4][\u0080-\u00BF\u20AC\u2122]{2}/.test(text))
      throw new NotText('mixed');
    return text;
  }
}

function isCutOff(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
