/** As much of DER (X.690) as a certificate needs. */
export type Der = Buffer;

const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
};

export function der(tag: number, ...parts: readonly Uint8Array[]): Der {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

export const sequence = (...parts: readonly Der[]): Der => der(0x30, ...parts);
export const setOf = (...parts: readonly Der[]): Der => der(0x31, ...parts);
export const octets = (...parts: readonly Uint8Array[]): Der => der(0x04, ...parts);
/** `unused`: how many of the last bits mean nothing. */
export const bits = (bytes: Uint8Array, unused = 0): Der => der(0x03, Buffer.from([unused]), bytes);
/** Not negative: the first bit is no sign. */
export const integer = (bytes: Uint8Array): Der =>
  der(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
export const yes = der(0x01, Buffer.from([0xff]));
export const utf8 = (text: string): Der => der(0x0c, Buffer.from(text));
/** To the second, before the year 2050. */
export const time = (at: Date): Der =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

/** Such as `2.5.4.3`. */
export function oid(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const groups = [part & 0x7f];
    for (let more = part >>> 7; more > 0; more >>>= 7) groups.unshift((more & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}
