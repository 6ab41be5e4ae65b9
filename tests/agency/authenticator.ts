/** Authenticator app for tests, with a secret and a clock. */
import { secondFactor } from '../../src/contexts/agency/contract/second-factor.ts';
import { codeAt, stepOf } from '../../src/contexts/agency/server/second-factor/totp.ts';
import type { Caller } from '../kit.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export function secretOf(typed: string): Buffer {
  const bits = Array.from(typed, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export interface App {
  /** The code it shows so many steps from now. */
  code(off?: number): string;
  codes: string[];
}
/** Activates the second factor of a signed-in user. */
export async function turnOn(who: Caller, now: () => Date, password?: string): Promise<App> {
  const begun = await who.call(secondFactor.begin, password === undefined ? {} : { password });
  const secret = secretOf(begun.secret);
  const code = (off = 0): string => codeAt(secret, stepOf(now()) + off);
  const { codes } = await who.call(secondFactor.confirm, { code: code() });
  return { code, codes };
}
