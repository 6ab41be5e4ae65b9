/** When a borrower's identity may be erased. Pure. */
import { Failure } from '#kernel/contract/failure.ts';

export interface KeptPerson {
  erasedAt: string | null;
  /** Loans that are worked. */
  active: number;
  closedAt: readonly Date[];
  /** Retention period of the lender. */
  months: number;
}

const later = (day: Date, months: number): Date => {
  const then = new Date(day);
  then.setUTCMonth(then.getUTCMonth() + months);
  return then;
};

export function whyKept({ erasedAt, active, closedAt, months }: KeptPerson, now: Date): Failure | undefined {
  if (erasedAt !== null) return new Failure('ERASED_ALREADY');
  if (active > 0) return new Failure('ERASE_LOAN_ACTIVE', { count: active });
  const last = closedAt.toSorted((a, b) => b.getTime() - a.getTime())[0];
  const from = last && later(last, months);
  if (from && from > now) return new Failure('ERASE_TOO_SOON', { day: from.toISOString().slice(0, 10) });
  return undefined;
}
