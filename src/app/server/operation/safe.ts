/** Encrypts under the installation's key, from a setting or its data folder. */
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
import fs from 'node:fs';
import { join } from 'node:path';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { secretIn } from './secret-file.ts';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Keys of the setting, one or several in any order: `2:<base64>`; a key without a number is key 1. */
function keysIn(text: string): Map<number, Buffer> {
  const entries = text.split(/[\s,]+/u).filter((entry) => entry !== '');
  return new Map(
    entries.map((entry): [number, Buffer] => {
      const [number, key] = entry.includes(':') ? entry.split(':') : ['1', entry];
      return [Number(number), Buffer.from(key ?? '', 'base64')];
    }),
  );
}

export const keyFile = (dataDir: string, number: number): string =>
  join(dataDir, number === 1 ? 'secrets.key' : `secrets.key.${number}`);

/** Keys of the data folder; key 1 is created if missing. Nodes that share no folder use the setting instead. */
function keysOf(dataDir: string): Map<number, Buffer> {
  const later = fs.existsSync(dataDir)
    ? fs.readdirSync(dataDir).flatMap((name) => /^secrets\.key\.(\d+)$/u.exec(name)?.[1] ?? [])
    : [];
  return new Map([1, ...later.map(Number)].map((number) => [number, readKey(dataDir, number)]));
}
export const readKey = (dataDir: string, number: number): Buffer =>
  secretIn(keyFile(dataDir, number), { bytes: keyBytes, encoding: 'base64' });

/** Number of the key that encrypted a value; values of key 1 have no prefix. */
const sealedPattern = /^(?:(\d+)\.)?([A-Za-z0-9+/=]*)$/u;
export function numberOf(sealed: string): number {
  return Number(sealedPattern.exec(sealed)?.[1] ?? 1);
}

/** Operations of one key. */
function openKey(bytes: Buffer, number: number) {
  // A KeyObject, because importing the bytes for each text is four times slower.
  const key = createSecretKey(bytes);
  const prefix = number === 1 ? '' : `${number}.`;
  const derived = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const one =
      derived.get(purpose) ??
      createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `recoup ${purpose}`, keyBytes)));
    derived.set(purpose, one);
    return one;
  };
  const mac = (text: string, purpose: string): Buffer =>
    createHmac('sha256', keyFor(purpose)).update(text).digest();
  let alike: string | undefined;
  /**
   * Derived from the text under a separate key: distinct texts have distinct ones. Faster than an HMAC, and as
   * unpredictable, because this hash cannot be extended.
   */
  function ivOf(text: string, about: string): Buffer {
    alike ??= mac('', 'alike').toString('hex');
    return hash('sha512-256', `${alike}${about}\n${text}`, 'buffer').subarray(0, ivBytes);
  }
  function sealWith(iv: Buffer, text: string, about: string): string {
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
    const body = cipher.update(text, 'utf8');
    // Counter mode leaves nothing for the end but the tag.
    cipher.final();
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
  }
  return {
    mac,
    seal: (text: string, about: string) => sealWith(randomBytes(ivBytes), text, about),
    sealAlike: (text: string, about: string) => sealWith(ivOf(text, about), text, about),
    open(sealed: string, about: string) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
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

export function openSafe(o: { dataDir: string; secretsKey?: string }): Safe {
  let ring: Map<number, ReturnType<typeof openKey>> | undefined;
  // Loaded on first use, which creates key 1 if missing.
  const keys = (): Map<number, ReturnType<typeof openKey>> =>
    (ring ??= new Map(
      [...(o.secretsKey ? keysIn(o.secretsKey) : keysOf(o.dataDir))]
        .toSorted(([a], [b]) => b - a)
        .map(([number, bytes]) => [number, openKey(bytes, number)]),
    ));
  const under = (number: number): ReturnType<typeof openKey> => {
    const found = keys().get(number);
    if (!found) throw new Error(`key ${number} of the installation is missing`);
    return found;
  };
  const newest = (): ReturnType<typeof openKey> => under([...keys().keys()][0] ?? 1);
  return {
    check: () => void keys(),
    numbers: () => [...keys().keys()],
    mac: (text, purpose, number) => (number === undefined ? newest() : under(number)).mac(text, purpose),
    seal: (text, about) => newest().seal(text, about),
    sealAlike: (text, about) => newest().sealAlike(text, about),
    open: (sealed, about) => under(numberOf(sealed)).open(sealed.replace(/^\d+\./u, ''), about),
  };
}
