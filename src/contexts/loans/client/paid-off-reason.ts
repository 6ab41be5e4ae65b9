/** Why an act is grey on a paid-off loan: the sentence with which the server would refuse it. */
import { type isPaidOff, paidOffRefusal } from '#contexts/loans/contract/paid-off.ts';
import { paidOffRefusals } from '#text/en/paid-off-refusals.ts';

type LoanStates = Parameters<typeof isPaidOff>[0];

export function paidOffReason(act: string, loan: LoanStates): string | undefined {
  const refusal = paidOffRefusal(act, loan);
  if (!refusal) return undefined;
  return refusal === 'CONTACT_BLOCKED' ? `${paidOffRefusals.contact}.` : paidOffRefusals.debt;
}
