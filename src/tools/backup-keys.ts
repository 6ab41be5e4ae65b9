/** Backups under age keys (age-encryption.org/v1): a server encrypts for recipients, and cannot decrypt. */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { onDisk } from '#app/server/disk-full.ts';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import { toolsText } from '#text/en/program/tools.ts';
import { Refused } from './refused.ts';

const MAGIC = 'age-encryption.org/';

/** Passes the stream through unencrypted when no recipient is set. */
export async function* sealedFor(recipients: readonly string[], source: Readable): AsyncGenerator<Buffer> {
  if (recipients.length === 0) return yield* source as AsyncIterable<Buffer>;
  const encrypter = new Encrypter();
  for (const one of recipients) encrypter.addRecipient(one);
  yield* Readable.fromWeb((await encrypter.encrypt(webOf(source))) as ReadableStream);
}

/** Bytes of a backup; an encrypted one is decrypted with the matching key. */
export async function openBackup(file: string, identities: readonly string[]): Promise<Readable> {
  const isSealed = startOf(file) === MAGIC;
  if (isSealed && identities.length === 0) throw new Refused(toolsText.backupSealed(file));
  const source = fs.createReadStream(file);
  if (!isSealed) return source;
  const decrypter = new Decrypter();
  for (const one of identities) decrypter.addIdentity(one);
  try {
    return Readable.fromWeb((await decrypter.decrypt(webOf(source))) as ReadableStream);
  } catch (cause) {
    source.destroy();
    throw new Refused(toolsText.backupOtherKey(file), { cause });
  }
}

/** Writes a new key to `file`; answers whom backups are then written for. */
export async function newBackupKey(file: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await onDisk(path.dirname(file), () => writeWhole(file, `# ${recipient}\n${identity}\n`, { isNew: true }));
  return recipient;
}

// The library's types are for browsers; its streams are Node's.
const webOf = (source: Readable) => Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>;

function startOf(file: string): string {
  const handle = fs.openSync(file, 'r');
  const bytes = Buffer.alloc(MAGIC.length);
  fs.readSync(handle, bytes);
  fs.closeSync(handle);
  return bytes.toString('latin1');
}
