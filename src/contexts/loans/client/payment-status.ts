/** Displayed payment status: for reported money it shows what is pending. */
import type { Awaited } from '#contexts/loans/contract/payment-awaits.ts';
import { borrowerDispositionsText as words } from '#contexts/work/text/en/borrower-dispositions.ts';
import type { Tone } from '#kernel/ui/parts/values/status-pill.tsx';

interface Of {
  paymentStatus: string;
  /** Undefined in what an older version cached on this device. */
  paymentAwaits?: Awaited | null | undefined;
}
export const paymentStatusWords = ({ paymentStatus, paymentAwaits }: Of): string =>
  paymentAwaits ? words.promises[paymentAwaits] : paymentStatus;
export const paymentStatusTone = ({ paymentStatus }: Pick<Of, 'paymentStatus'>): Tone =>
  paymentStatus === 'Unpaid' ? 'warn' : 'good';

/** A phone lacks the status of a loan with a never opened page. */
export const hasStatus = <L extends { paymentStatus?: string | undefined }>(
  loan: L,
): loan is L & { paymentStatus: string } => Boolean(loan.paymentStatus);
