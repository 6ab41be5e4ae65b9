import { isLoanSeen } from '#contexts/loans/server/visible.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';
import { eventsOf, pageByAgent, paymentsOf } from './lists/agent-store.ts';
import { decideHeld, pageOfHeld } from './suspense/suspense.ts';
import { type ReceiptUrl, paymentPage, totalOf } from './lists/list-store.ts';
import { daysOf, monthsOf } from './store.ts';

/** `urlOf` creates the receipt URL. */
export const paymentRoutes = (urlOf: ReceiptUrl): Route[] =>
  implement(payments, {
    list: (query, { tx, actor, now }) => paymentPage(tx, actor, query, { now, urlOf }),
    total: async (query, { tx, actor, now }) => ({ totalAmount: await totalOf(tx, actor, query, now) }),
    byAgent: (query, { tx, actor, now }) => pageByAgent(tx, actor, query, now),
    async ofLoan({ id, ...page }, { tx, actor }) {
      const loanId = /^\d+$/.test(id) ? Number(id) : 0;
      if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
      return paymentsOf(tx, loanId, page);
    },
    held: (query, { tx, actor }) => pageOfHeld(tx, actor, query),
    decide: (asked, context) => decideHeld(context, asked),
    events: (query, { tx, actor }) => eventsOf(tx, actor, query),
    async months({ loanId, ...page }, { tx, actor }) {
      if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
      return monthsOf(tx, loanId, page);
    },
    async days(asked, { tx, actor }) {
      if (!(await isLoanSeen(tx, actor, asked.loanId))) throw new Failure('NOT_FOUND');
      return daysOf(tx, asked);
    },
  });
