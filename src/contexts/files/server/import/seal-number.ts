/**
 * Identity numbers as they are stored: what may be shown in its column, and beside it the whole number, sealed. One number
 * of one lender is sealed the same each time, so that a change is seen without opening.
 */
import { type IdentityNumber, shownAs } from '#contexts/loans/contract/identity-numbers.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';

/** What a lender's file hides already. */
const isHidden = (text: string): boolean => text.includes('XXXX');

interface SealedNumber {
  mask: string;
  sealed: string | null;
}
export const sealedFor = (what: IdentityNumber, clientId: number): string => `${what} of client ${clientId}`;

export function sealNumber(safe: Safe, what: IdentityNumber, clientId: number, text: string): SealedNumber {
  if (isHidden(text)) return { mask: text, sealed: null };
  return { mask: shownAs(what, text), sealed: safe.sealAlike(text, sealedFor(what, clientId)) };
}
