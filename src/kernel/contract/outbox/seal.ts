/**
 * Encryption of an outbox entry on the phone for the server only: an ephemeral P-256 key, ECDH with the server's,
 * HKDF-SHA-256, AES-256-GCM. Both sides use this file.
 */
export interface Sealed {
  /** Which of the server's keys. */
  kid: string;
  /** The ephemeral public key, raw, base64. */
  epk: string;
  /** Twelve bytes, base64. */
  iv: string;
  /** Cipher text with its tag, base64. */
  ct: string;
}

/** Context bound to an encrypted entry: it does not open in another envelope. */
export interface Envelope {
  key: string;
  cmd: string;
  cmdV: number;
  actorId: number;
  deviceId: string;
  bodyHash: string;
}

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const utf8 = new TextEncoder();

export function base64Of(bytes: ArrayBuffer | Uint8Array): string {
  const all = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  let text = '';
  for (const byte of all) text += String.fromCharCode(byte);
  return btoa(text);
}
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const boundTo = ({ key, cmd, cmdV, actorId, deviceId, bodyHash }: Envelope): Uint8Array<ArrayBuffer> =>
  utf8.encode([key, cmd, cmdV, actorId, deviceId, bodyHash].join('|'));

async function secretOf(o: {
  kid: string;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  epk: BufferSource;
}): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: o.publicKey }, o.privateKey, 256);
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const info = utf8.encode(`recoup outbox 1|${o.kid}`);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: o.epk, info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Encryption key of one entry; never reused. */
export interface SealingKey {
  kid: string;
  epk: ArrayBuffer;
  secret: CryptoKey;
}

/** Creates a key for the server; `spki` is its public key from `GET /sync/key`. */
export async function sealingKey(server: { kid: string; spki: string }): Promise<SealingKey> {
  const publicKey = await crypto.subtle.importKey('spki', bytesOf(server.spki), curve, false, []);
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const epk = await crypto.subtle.exportKey('raw', own.publicKey);
  const secret = await secretOf({ kid: server.kid, publicKey, privateKey: own.privateKey, epk });
  return { kid: server.kid, epk, secret };
}

/** Encrypts a text for the server with a key created for it. */
export async function seal(
  text: string,
  envelope: Envelope,
  { kid, epk, secret }: SealingKey,
): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = boundTo(envelope);
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, secret, utf8.encode(text));
  return { kid, epk: base64Of(epk), iv: base64Of(iv), ct: base64Of(ct) };
}

/** Decrypts an entry; throws when it or its envelope was changed. */
export async function unseal(
  { kid, epk, iv, ct }: Sealed,
  envelope: Envelope,
  privateKey: CryptoKey,
): Promise<string> {
  const raw = bytesOf(epk);
  const publicKey = await crypto.subtle.importKey('raw', raw, curve, false, []);
  const secret = await secretOf({ kid, publicKey, privateKey, epk: raw });
  const text = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytesOf(iv), additionalData: boundTo(envelope) },
    secret,
    bytesOf(ct),
  );
  return new TextDecoder().decode(text);
}
