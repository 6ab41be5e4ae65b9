import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { DamagedFile, type FileStore, TooLarge } from '#kernel/server/providers/files/port.ts';

/** Header of an encrypted file, with the number of its key. */
const markOf = (number: number): Buffer =>
  Buffer.from(number === 1 ? 'recoup-sealed-1\n' : `recoup-seal-${String(number).padStart(3, '0')}\n`);
const markBytes = 16;
const mark = /^recoup-(?:sealed-1|seal-(\d{3}))\n$/u;
const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;
/** Small chunks, so that a long file does not block the event loop. */
const partBytes = 16 * 1024;

interface Part {
  bytes: Buffer;
  isLast: boolean;
}
/** Splits into equal chunks; only the last may be shorter, or empty without data. */
async function* inParts(body: AsyncIterable<Buffer>, size: number): AsyncGenerator<Part> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let from = 0;
    // One chunk is buffered, because the last is encrypted as such: a truncated file does not decrypt.
    for (; rest.length - from > size; from += size)
      yield { bytes: rest.subarray(from, from + size), isLast: false };
    rest = rest.subarray(from);
  }
  yield { bytes: rest, isLast: true };
}

/** Index of a chunk and whether it is the last: reordered, missing or appended chunks do not decrypt. */
function ivOf(place: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(ivBytes);
  iv.writeUInt32BE(place, 0);
  iv.writeUInt8(Number(isLast), ivBytes - 1);
  return iv;
}
/** Each file has a separate key, also where a storage key is reused. */
const keyOf = (safe: Safe, key: string, salt: Buffer, number: number): Buffer =>
  safe.mac(`${key} ${salt.toString('hex')}`, 'file', number);

async function* seal(body: AsyncIterable<Buffer>, safe: Safe, key: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const number = safe.numbers()[0] ?? 1;
  const fileKey = keyOf(safe, key, salt, number);
  yield Buffer.concat([markOf(number), salt]);
  let place = 0;
  for await (const { bytes, isLast } of inParts(body, partBytes)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, ivOf(place, isLast));
    const sealed = cipher.update(bytes);
    cipher.final();
    yield Buffer.concat([sealed, cipher.getAuthTag()]);
    place += 1;
  }
}

async function* unseal(stored: AsyncIterable<Buffer>, safe: Safe, key: string): AsyncGenerator<Buffer> {
  const head: Buffer[] = [];
  const chunks = stored[Symbol.asyncIterator]();
  const headBytes = markBytes + saltBytes;
  for (let length = 0; length < headBytes;) {
    const { value, done } = await chunks.next();
    if (done) break;
    head.push(value);
    length += value.length;
  }
  const begun = Buffer.concat(head);
  // Every file is stored encrypted: one without the header was not stored by Recoup, whatever the database has of it.
  const marked = mark.exec(begun.subarray(0, markBytes).toString('latin1'));
  const number = Number(marked?.[1] ?? 1);
  if (begun.length < headBytes || !marked || !safe.numbers().includes(number))
    throw new DamagedFile(key, 'damaged');
  async function* rest(): AsyncGenerator<Buffer> {
    yield begun.subarray(headBytes);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  const fileKey = keyOf(safe, key, begun.subarray(markBytes, headBytes), number);
  let place = 0;
  for await (const { bytes, isLast } of inParts(rest(), partBytes + tagBytes)) {
    const decipher = createDecipheriv('aes-256-gcm', fileKey, ivOf(place, isLast), {
      authTagLength: tagBytes,
    });
    if (bytes.length < tagBytes) throw new DamagedFile(key, 'damaged');
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const plain = decipher.update(bytes.subarray(0, -tagBytes));
    try {
      decipher.final();
    } catch {
      throw new DamagedFile(key, 'damaged');
    }
    yield plain;
    place += 1;
  }
}

async function* counted(body: AsyncIterable<Buffer>, told: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    told(bytes.length);
    yield bytes;
  }
}

/**
 * Encrypted file store: each file is encrypted in chunks (AES-256-GCM) under a separately stored key (`safe.ts`),
 * unreadable from the store, its disk or a copy. A changed byte, a missing chunk or a swapped file fails the read.
 */
export function sealedFiles(store: FileStore, safe: Safe): FileStore {
  return {
    ...store,
    async put(key, body, maxBytes) {
      let size = 0;
      const plain = counted(body, (bytes) => {
        size += bytes;
        if (size > maxBytes) throw new TooLarge();
      });
      await store.put(key, Readable.from(seal(plain, safe, key), { objectMode: false }), Infinity);
      return size;
    },
    async get(key) {
      const stored = await store.get(key);
      const plain = Readable.from(unseal(stored, safe, key), { objectMode: false });
      // A reader who leaves before the first byte never started the generator, which would have closed it.
      return plain.once('close', () => stored.destroy());
    },
  };
}
