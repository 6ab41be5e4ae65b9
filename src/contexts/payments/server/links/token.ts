/** A found loan: carried in the form for half an hour, to avoid another look-up. */
import type { Signer } from '#kernel/server/operation/secret.ts';
import type { LoanOfLink } from '../slots.ts';
import { type Payable, payableByNumber } from '../pages/store.ts';

const validFor = 30 * 60_000;

interface Found {
  loanNumber: string;
  path: string | null;
  isDueKnown: boolean;
  until: number;
}

export function foundToken(signer: Signer, loan: Payable, isDueKnown: boolean, now: Date): string {
  const { loanNumber, path } = loan;
  const found: Found = { loanNumber, path, isDueKnown, until: now.getTime() + validFor };
  const text = JSON.stringify(['found', found]);
  const { kid, sig } = signer.sign(text);
  return [Buffer.from(text).toString('base64url'), kid, sig].join('.');
}

export function readToken(signer: Signer, token: string, now: Date): Found | undefined {
  const [encoded = '', kid = '', sig = ''] = token.split('.');
  const text = Buffer.from(encoded, 'base64url').toString();
  // Other texts are signed with the same secrets.
  if (!text.startsWith('["found",') || !signer.isValid(text, { kid, sig })) return undefined;
  const [, found] = JSON.parse(text) as [string, Found];
  return found.until > now.getTime() ? found : undefined;
}

/** Returns the loan of a token issued for its number and mobile: for half an hour it opens the same pages as a link. */
export const loanOfToken =
  (signer: Signer, now: () => Date): LoanOfLink =>
  async (tx, code) => {
    const found = readToken(signer, code, now());
    if (!found?.isDueKnown) return undefined;
    return (await payableByNumber(tx, found.loanNumber, found.path))?.loanId;
  };
