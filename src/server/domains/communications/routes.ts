import { communications } from '#contract/communications.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { implement } from '#server/kernel/implement.ts';
import { historyOf, isSeen } from './store.ts';

export const communicationRoutes = implement(communications, {
  async history({ loanId, ...page }, { tx, actor }) {
    if (!(await isSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
    return historyOf(tx, loanId, page);
  },
});
