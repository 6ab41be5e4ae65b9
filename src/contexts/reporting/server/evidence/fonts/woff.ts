/**
 * Unpacks a WOFF 1.0 font to OpenType (https://www.w3.org/TR/WOFF/): the PDF library inflates a packed table again at each
 * glyph that it reads.
 */
import { inflateSync } from 'node:zlib';

export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [head];
  let at = head.length;
  for (let i = 0; i < count; i += 1) {
    const entry = 44 + 20 * i;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const table = woff.subarray(offset, offset + packed);
    const bytes = packed < length ? inflateSync(table) : table;
    woff.copy(head, 12 + 16 * i, entry, entry + 4);
    woff.copy(head, 16 + 16 * i, entry + 16, entry + 20);
    head.writeUInt32BE(at, 20 + 16 * i);
    head.writeUInt32BE(length, 24 + 16 * i);
    const padding = Buffer.alloc(-length & 3);
    tables.push(bytes, padding);
    at += length + padding.length;
  }
  return Buffer.concat(tables);
}
