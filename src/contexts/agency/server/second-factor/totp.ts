/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds). Pure. */
import { HOTP, Secret, TOTP } from 'otpauth';

/** Clocks of phones are a step off at most; more would give a guesser more codes that are right. */
const near = [0, -1, 1];

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** RFC 4648 without padding, as authenticator apps and people type it. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32;

/** Number of thirty-second steps since 1970. */
export const stepOf = (now: Date): number => TOTP.counter({ timestamp: now.getTime() });

export const codeAt = (secret: Uint8Array, step: number): string =>
  HOTP.generate({ secret: secretOf(secret), counter: step });

/** The step a code is of, among those around now that are not used up. */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, after }: { now: Date; after: number },
): number | undefined {
  // The library fails on six letters of more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined;
  const open = near.map((off) => stepOf(now) + off).filter((step) => step > after);
  return open.find(
    (step) => HOTP.validate({ token: code, secret: secretOf(secret), counter: step, window: 0 }) !== null,
  );
}

/** One QR code has a capacity of 213 bytes. */
const longestLabel = 120;
/** URI of the QR code for authenticator apps; a long address is truncated, because it is only a label. */
export function uriOf(o: { product: string; email: string; secret: string }): string {
  const [label] = Array.from(`${o.product}:${o.email}`).reduce<[string, boolean]>(
    ([text, isFull], letter) => {
      const longer = text + encodeURIComponent(letter);
      return isFull || longer.length > longestLabel ? [text, true] : [longer, false];
    },
    ['', false],
  );
  return `otpauth://totp/${label}?secret=${o.secret}&issuer=${encodeURIComponent(o.product)}`;
}
