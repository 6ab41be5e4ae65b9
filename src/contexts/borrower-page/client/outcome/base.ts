import { loans } from '#contexts/loans/contract/loans.ts';
import { readAtOf } from '#kernel/client/calls/queries/query.ts';
import type { Base } from '#kernel/offline/outbox/item.ts';
import type { Loan } from '../loan/loan.ts';

/** State of the loan as displayed to an entry's author: the server detects conflicts with it. */
export const baseOf = (loan: Pick<Loan, 'id' | 'version' | 'isActive' | 'isDNC' | 'assigneeId'>): Base => ({
  loanVersion: loan.version,
  isActive: loan.isActive,
  isDNC: loan.isDNC,
  assigneeId: loan.assigneeId,
  readAt: new Date(readAtOf(loans.one, { id: String(loan.id) })).toISOString(),
});
