/** Displayed payment status: for reported money it shows what is pending. */
import { promiseStatesText } from '#text/en/promise-states.ts';
import type { Awaited } from '#contexts/loans/contract/payment-awaits.ts';
import type { Tone } from '#kernel/ui/parts/values/status-pill.tsx';

interface Of {
  paymentStatus: string;
  /** Undefined in what an older version cached on this device. */
  paymentAwaits?: Awaited | null | undefined;
}
export const paymentStatusWords = ({ paymentStatus, paymentAwaits }: Of): string =>
  paymentAwaits ? promiseStatesText[paymentAwaits] : paymentStatus;
export const paymentStatusTone = ({ paymentStatus }: Pick<Of, 'paymentStatus'>): Tone =>
  paymentStatus === 'Unpaid' ? 'warn' : 'good';

/** A phone lacks the status of a loan with a never opened page. */
export const hasStatus = <L extends { paymentStatus?: string | undefined }>(
  loan: L,
): loan is L & { paymentStatus: string } => Boolean(loan.paymentStatus);
