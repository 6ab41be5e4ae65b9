/** Keys of the cached loans, with Web Crypto. */
import { pinRounds } from './lock-rules.ts';

const iterations = pinRounds;
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  ct: ArrayBuffer;
  /** Set when encrypted while locked, for the box. */
  epk?: ArrayBuffer;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));
const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length));

export const newSalt = (): Uint8Array<ArrayBuffer> => random(16);

/** Non-extractable. */
export const newDeviceKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

interface Lock {
  salt: Uint8Array<ArrayBuffer>;
  deviceKey: CryptoKey;
}

/** Key derived from a PIN: slow to guess, and bound to this device. */
async function keyOfPin(pin: string, { salt, deviceKey }: Lock): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, ['deriveBits']);
  const slow = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    typed,
    256,
  );
  const mixed = await crypto.subtle.sign('HMAC', deviceKey, slow);
  return crypto.subtle.importKey('raw', mixed, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const gcm = (iv: Uint8Array<ArrayBuffer>, about: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(about),
});

async function sealBytes(key: CryptoKey, about: string, bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = random(12);
  return { iv, ct: await crypto.subtle.encrypt(gcm(iv, about), key, bytes) };
}

/** Encrypts a value; `about` is bound to it, so records cannot be swapped. */
export const seal = (key: CryptoKey, about: string, value: unknown): Promise<Sealed> =>
  sealBytes(key, about, bytesOf(JSON.stringify(value)));

/** Throws when the key is another, or anything was changed. */
export async function open<T>(key: CryptoKey, about: string, { iv, ct }: Sealed): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(gcm(iv, about), key, ct))) as T;
}

const usable = (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

const envelopeOf = (userId: number): string => `envelope ${userId}`;

/** Creates a data key: in an envelope for the PIN, and as text for the server to store. */
export async function newDataKey(
  pin: string,
  userId: number,
  lock: Lock,
): Promise<{ key: CryptoKey; envelope: Sealed; escrow: string }> {
  const raw = random(32);
  const envelope = await sealBytes(await keyOfPin(pin, lock), envelopeOf(userId), raw);
  const made = { key: await usable(raw), envelope, escrow: btoa(String.fromCharCode(...raw)) };
  raw.fill(0);
  return made;
}

/** The key, or undefined when it was another PIN. */
export async function keyByPin(
  pin: string,
  userId: number,
  { envelope, ...lock }: Lock & { envelope: Sealed },
): Promise<CryptoKey | undefined> {
  const kek = await keyOfPin(pin, lock);
  try {
    const raw = await crypto.subtle.decrypt(gcm(envelope.iv, envelopeOf(userId)), kek, envelope.ct);
    return await usable(new Uint8Array(raw));
  } catch {
    // That it does not open is the answer.
    return undefined;
  }
}

/** The data key from the server's copy. */
export const keyOfEscrow = (escrow: string): Promise<CryptoKey> =>
  usable(Uint8Array.from(atob(escrow), (letter) => letter.charCodeAt(0)));

/** Box: public-key encryption, opened only by the data key. */
const curve = { name: 'ECDH', namedCurve: 'P-256' };
const boxInfo = bytesOf('recoup box');

async function boxed(mine: CryptoKey, theirs: CryptoKey): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, mine, 256);
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: boxInfo };
  return crypto.subtle.deriveKey(how, secret, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

const halfOf = (userId: number): string => `box ${userId}`;

export async function newBox(
  key: CryptoKey,
  userId: number,
): Promise<{ boxKey: CryptoKey; boxHalf: Sealed }> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const half = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  return { boxKey: pair.publicKey, boxHalf: await sealBytes(key, halfOf(userId), half) };
}

/** Creates a key for writing while locked, with its public part to store next to the data. */
export async function writingKey(boxKey: CryptoKey): Promise<{ key: CryptoKey; epk: ArrayBuffer }> {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const epk = await crypto.subtle.exportKey('raw', own.publicKey);
  return { key: await boxed(own.privateKey, boxKey), epk };
}

/** The key something was written with while locked. */
export async function readingKey(
  key: CryptoKey,
  userId: number,
  boxHalf: Sealed,
  epk: ArrayBuffer,
): Promise<CryptoKey> {
  const half = await crypto.subtle.decrypt(gcm(boxHalf.iv, halfOf(userId)), key, boxHalf.ct);
  const mine = await crypto.subtle.importKey('pkcs8', half, curve, false, ['deriveBits']);
  return boxed(mine, await crypto.subtle.importKey('raw', epk, curve, false, []));
}
