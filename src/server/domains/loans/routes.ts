import { Failure } from '#contract/kernel/failure.ts';
import { loans } from '#contract/loans.ts';
import { implement } from '#server/kernel/implement.ts';
import { loanById, pageOfLoans } from './store.ts';

export const loanRoutes = implement(loans, {
  list: (query, { tx, actor }) => pageOfLoans(tx, actor, query),
  async one({ id }, { tx, actor }) {
    // Loans have no uId; whatever is not a number is nobody's.
    const loan = /^\d+$/.test(id) ? await loanById(tx, actor, Number(id)) : undefined;
    if (!loan) throw new Failure('NOT_FOUND');
    return loan;
  },
});
