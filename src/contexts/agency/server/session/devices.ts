/**
 * Trusted devices have a signed cookie and are throttled by their wrong passwords only: a stranger's guesses do not lock
 * users out (OWASP, device cookies). Pure.
 */
import { createHash } from 'node:crypto';
import { randomCode, type Signer } from '#kernel/server/operation/secret.ts';

/** The most users one device cookie remembers, for shared desks. */
const mostPeople = 5;
const between = '~';

interface Entry {
  userId: number;
  nonce: string;
}
const textOf = ({ userId, nonce }: Entry): string => `device\n${userId}\n${nonce}`;

/** Device id of this user, or undefined when the cookie is another's, forged or missing. */
export function knownDevice(signer: Signer, cookie: string | undefined, userId: number): string | undefined {
  for (const entry of cookie?.split(between).slice(0, mostPeople) ?? []) {
    const [id, nonce = '', kid = '', sig = ''] = entry.split('.');
    if (id === String(userId) && signer.isValid(textOf({ userId, nonce }), { kid, sig })) return nonce;
  }
  return undefined;
}

/** Short id of a trusted device for the audit log; the device cookie cannot be derived from it. */
export function deviceNumber(signer: Signer, cookie: string | undefined, userId: number): string | undefined {
  const nonce = knownDevice(signer, cookie, userId);
  return nonce && createHash('sha256').update(nonce).digest('hex').slice(0, 12);
}

/** The cookie after this user's sign-in: moves them first, and drops the least recent one. */
export function rememberedDevice(signer: Signer, cookie: string | undefined, userId: number): string {
  const others = cookie?.split(between).filter((entry) => !entry.startsWith(`${userId}.`)) ?? [];
  const nonce = randomCode();
  const { kid, sig } = signer.sign(textOf({ userId, nonce }));
  return [[userId, nonce, kid, sig].join('.'), ...others].slice(0, mostPeople).join(between);
}
