/** Since when nothing is owed on a loan any more, and whether it was settled for less; null while something is. */
import * as z from 'zod/mini';
import type { FailureCode } from '#kernel/contract/failure.ts';
import { day, flag, nullable } from '#kernel/contract/field.ts';

export const paidOff = nullable(z.object({ on: day(), isSettled: flag() }));

interface LoanStates {
  paidOff?: { on: string } | null | undefined;
  paymentStatus?: string | null | undefined;
  totalOutstanding: number;
}
/** Of a profile, which has the day, or of a row of a list, which has its status only. `loan-state.ts` selects the same in SQL. */
export const isPaidOff = ({ paidOff: since, paymentStatus, totalOutstanding }: LoanStates): boolean =>
  since !== undefined
    ? since !== null
    : paymentStatus === 'Settlement Paid' || (paymentStatus === 'Foreclosure' && totalOutstanding === 0);

/** What a paid-off loan refuses: screens grey it, and the server answers with this failure. */
const refused = {
  call: 'CONTACT_BLOCKED',
  link: 'CONTACT_BLOCKED',
  whatsapp: 'CONTACT_BLOCKED',
  settlement: 'LOAN_PAID_OFF',
} as const satisfies Record<string, FailureCode>;
type RefusedAct = keyof typeof refused;

/** The failure of an act, by its name in the address; undefined where the loan allows it. */
export const paidOffRefusal = (
  act: string,
  loan: LoanStates,
): 'CONTACT_BLOCKED' | 'LOAN_PAID_OFF' | undefined =>
  Object.hasOwn(refused, act) && isPaidOff(loan) ? refused[act as RefusedAct] : undefined;
