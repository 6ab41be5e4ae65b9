/**
 * Stored identity numbers: the masked form, and next to it the full number, encrypted. Deterministic per lender, so a
 * change is detected without decrypting.
 */
import { type IdentityNumber, shownAs } from '#kernel/contract/identity/identity-numbers.ts';
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
