/** Validates file bytes while streaming: name and header are untrusted. */
import { type Readable, Transform, pipeline } from 'node:stream';
import { documentTypes } from '#kernel/contract/document-kinds.ts';

export class WrongContent extends Error {}

const { docx, jpg, pdf, png, txt } = documentTypes;
/** Magic bytes of a type. */
const beginnings: Readonly<Record<string, Buffer>> = {
  [pdf]: Buffer.from('%PDF-'),
  [png]: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  [jpg]: Buffer.from([0xff, 0xd8, 0xff]),
  [docx]: Buffer.from([0x50, 0x4b, 0x03, 0x04]),
};

/** Buffers the first bytes until they are verified. */
function beginsWith(wanted: Buffer): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (!head) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < wanted.length) return done();
      if (!head.subarray(0, wanted.length).equals(wanted)) return done(new WrongContent());
      const first = head;
      head = null;
      done(null, first);
    },
    flush: (done) => done(head ? new WrongContent() : null),
  });
}

/** UTF-8 without NUL, to the last byte. */
function isText(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (chunk?: Buffer): Error | null => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined }).includes('\0')
        ? new WrongContent()
        : null;
    } catch {
      return new WrongContent();
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(read(chunk), chunk),
    flush: (done) => done(read()),
  });
}

/** Passes the bytes through, or fails when they are not of this type. */
export function checkedContent(body: Readable, contentType: string): Readable {
  const beginning = beginnings[contentType];
  const check = beginning ? beginsWith(beginning) : contentType === txt ? isText() : undefined;
  // Errors surface to the reader of `check`.
  return check ? pipeline(body, check, () => undefined) : body;
}
