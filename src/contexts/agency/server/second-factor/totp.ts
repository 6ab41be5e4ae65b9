/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds). Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
/** Phone clocks may be one step off; more would widen the range for guessing. */
const near = [0, -1, 1];

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** RFC 4648 without padding, the format of authenticator apps. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step a code is of, among those around now that are not used up. */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, after }: { now: Date; after: number },
): number | undefined {
  const given = Buffer.from(code);
  const open = near.map((off) => stepOf(now) + off).filter((step) => step > after);
  return open.find((step) => {
    const wanted = Buffer.from(codeAt(secret, step));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
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
