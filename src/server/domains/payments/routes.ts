import { Failure } from '#contract/kernel/failure.ts';
import { payments } from '#contract/payments.ts';
import { implement } from '#server/kernel/implement.ts';
import { daysOf, isSeen, monthsOf } from './store.ts';

export const paymentRoutes = implement(payments, {
  async months({ loanId, ...page }, { tx, actor }) {
    if (!(await isSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
    return monthsOf(tx, loanId, page);
  },
  async days(asked, { tx, actor }) {
    if (!(await isSeen(tx, actor, asked.loanId))) throw new Failure('NOT_FOUND');
    return daysOf(tx, asked);
  },
});
