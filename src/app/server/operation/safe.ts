/** Seals under the key of this installation, which is given or in its data folder. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { join } from 'node:path';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { secretIn } from './secret-file.ts';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Made once; nodes that share no folder are given the key instead. */
const keyIn = (dataDir: string): Buffer =>
  secretIn(join(dataDir, 'secrets.key'), { bytes: keyBytes, encoding: 'base64' });

export function openSafe(o: { dataDir: string; secretsKey?: string }): Safe {
  let known: KeyObject | undefined;
  // The key is made when it is first needed. As bytes it would be taken in anew for each text, which costs four times more.
  const key = (): KeyObject =>
    (known ??= createSecretKey(o.secretsKey ? Buffer.from(o.secretsKey, 'base64') : keyIn(o.dataDir)));
  const derived = new Map<string, KeyObject>();
  const keyOf = (purpose: string): KeyObject => {
    const one =
      derived.get(purpose) ??
      createSecretKey(Buffer.from(hkdfSync('sha256', key(), '', `recoup ${purpose}`, keyBytes)));
    derived.set(purpose, one);
    return one;
  };
  const mac = (text: string, purpose: string): Buffer =>
    createHmac('sha256', keyOf(purpose)).update(text).digest();
  let alike: string | undefined;
  /** Of the text, under a key of its own: two texts never share one. Cheaper than an HMAC, and as hard to foresee, as this hash cannot be continued. */
  function ivOf(text: string, about: string): Buffer {
    alike ??= mac('', 'alike').toString('hex');
    return hash('sha512-256', `${alike}${about}\n${text}`, 'buffer').subarray(0, ivBytes);
  }
  function sealWith(iv: Buffer, text: string, about: string): string {
    const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(about));
    const body = cipher.update(text, 'utf8');
    // Counter mode leaves nothing for the end but the tag.
    cipher.final();
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
  }
  return {
    check: () => void key(),
    mac,
    seal: (text, about) => sealWith(randomBytes(ivBytes), text, about),
    sealAlike: (text, about) => sealWith(ivOf(text, about), text, about),
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
