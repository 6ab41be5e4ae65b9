import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { watchersOf } from '#server/kernel/actor.ts';
import { implement } from '#server/kernel/implement.ts';
import { outcomeOf } from './rules.ts';
import { entryOf, insertEntry, isKnown, lockLoan, pageOf, standing } from './store.ts';

export const borrowerDispositionRoutes = implement(borrowerDispositions, {
  list: (query, { tx, actor }) => pageOf(tx, actor, query),

  async record(draft, { tx, actor, now, key, emit }) {
    // The key is the entry's name for ever: whoever delivers it again, however late, is told of the one it made.
    const earlier = key === null ? undefined : await entryOf(tx, key);
    if (earlier) {
      if (earlier.userId !== actor.id) throw new Failure('KEY_REUSED');
      emit('borrower-dispositions.repeated', {
        id: earlier.id,
        facts: { loanId: earlier.loanId },
        to: [],
      });
      return { id: earlier.id, loanId: earlier.loanId };
    }
    // Authorised under the lock and before any write: a loan that moved away meanwhile is not ours any more.
    const loan = await lockLoan(tx, actor, draft.loanId);
    if (!loan) throw new Failure('NOT_FOUND');
    const { dispositionId, subDispositionId: subId = null } = draft;
    if (!(await isKnown(tx, { dispositionId, subId, clientId: loan.clientId })))
      throw new Failure('INVALID_INPUT', {}, [{ path: 'dispositionId', fault: 'invalid' }]);
    const outcome = outcomeOf(draft, now);
    const entry = {
      ...outcome,
      key,
      loan,
      userId: actor.id,
      dispositionId,
      subDispositionId: subId,
      comments: draft.comments ?? '',
      isHotPtp: draft.isHotPtp ?? false,
    };
    const id = await insertEntry(tx, entry);
    if (id === undefined) throw new Failure('KEY_REUSED');
    await standing(tx, entry);
    emit('borrower-dispositions.recorded', {
      id,
      facts: {
        loanId: loan.id,
        dispositionId,
        subDispositionId: subId,
        amount: outcome.amount,
        actionDate: outcome.actionDate,
      },
      to: await watchersOf(tx, [loan.assigneeId, actor.id]),
    });
    return { id, loanId: loan.id };
  },
});
