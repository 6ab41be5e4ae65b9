/** Secrets of others that we must be able to use: sealed under a key that is not in the database, nor in its backups. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Safe {
  /** `about` is sealed along: what was sealed for one row opens for no other. */
  seal(text: string, about: string): string;
  open(sealed: string, about: string): string;
  /** What only a holder of the key can say of a text; each purpose has a key of its own. */
  mac(text: string, purpose: string): Buffer;
}

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Made once; nodes that share no folder are given the key instead. */
function keyIn(dataDir: string): Buffer {
  const file = join(dataDir, 'secrets.key');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(keyBytes).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}

export function openSafe(o: { dataDir: string; secretsKey?: string }): Safe {
  let known: Buffer | undefined;
  // Most installations never seal anything: the key is made when it is first needed.
  const key = (): Buffer => (known ??= o.secretsKey ? Buffer.from(o.secretsKey, 'base64') : keyIn(o.dataDir));
  const derived = new Map<string, Buffer>();
  const keyOf = (purpose: string): Buffer => {
    const one =
      derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', key(), '', `recoup ${purpose}`, keyBytes));
    derived.set(purpose, one);
    return one;
  };
  return {
    mac: (text, purpose) => createHmac('sha256', keyOf(purpose)).update(text).digest(),
    seal(text, about) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}
