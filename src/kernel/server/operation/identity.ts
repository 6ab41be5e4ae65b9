/**
 * Numbers that say who somebody is to the state. What may be shown stands in the database as it is shown; the whole number
 * stands beside it, sealed. One number of one lender is sealed the same each time, so that a change is seen without opening.
 */
import type { Safe } from './safe.ts';

export type IdentityNumber = 'pan' | 'aadhaar' | 'voter' | 'licence' | 'passport';

const panLength = 10;
const enoughToHide = 8;
const lastFour = (text: string): string => (text.length < enoughToHide ? 'XXXX' : `XXXX${text.slice(-4)}`);
const shown: Record<IdentityNumber, (text: string) => string> = {
  // Its first three characters and its last, as tax offices print it.
  pan: (text) => (text.length < panLength ? 'XXXXXX' : `${text.slice(0, 3)}XXXXXX${text.slice(-1)}`),
  aadhaar: lastFour,
  voter: lastFour,
  licence: lastFour,
  passport: lastFour,
};
export const shownAs = (what: IdentityNumber, text: string): string => shown[what](text);
/** What a lender's file hides already. */
const isHidden = (text: string): boolean => text.includes('XXXX');

export interface SealedNumber {
  mask: string;
  sealed: string | null;
}
export const sealedFor = (what: IdentityNumber, clientId: number): string => `${what} of client ${clientId}`;

export function sealNumber(safe: Safe, what: IdentityNumber, clientId: number, text: string): SealedNumber {
  if (isHidden(text)) return { mask: text, sealed: null };
  return { mask: shownAs(what, text), sealed: safe.sealAlike(text, sealedFor(what, clientId)) };
}
