/** Recording an outcome: one way in, whoever asks for it. */
import type { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { dispositionIds } from '#contract/dispositions.ts';
import type { Taken } from '#contract/kernel/endpoint.ts';
import { Failure, type FieldFault } from '#contract/kernel/failure.ts';
import { openSettlements } from '#contract/settlements.ts';
import { watchersOf } from '#server/kernel/actor.ts';
import type { Context } from '#server/kernel/implement.ts';
import { effectiveAt, outcomeOf } from './rules.ts';
import * as store from './store.ts';

export type Draft = Taken<typeof borrowerDispositions.record>;
interface Recorded {
  id: number;
  loanId: number;
}

const wrong = (path: string, fault: FieldFault = 'invalid'): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault }]);

/** The key is the entry's name for ever: whoever delivers it again, however late, is told of the one it made. */
async function earlierOf({ tx, actor, key, emit }: Context): Promise<Recorded | undefined> {
  const earlier = key === null ? undefined : await store.entryOf(tx, key);
  if (!earlier) return undefined;
  if (earlier.userId !== actor.id) throw new Failure('KEY_REUSED');
  const { id, loanId } = earlier;
  emit('borrower-dispositions.repeated', { id, facts: { loanId }, to: [] });
  return { id, loanId };
}

/** A number told of before is the same payment when the amount is the same (offline.md A.7). */
async function payment(entry: store.Entry, to: number[], { tx, emit }: Context): Promise<void> {
  const made = await store.insertPayment(tx, entry);
  const { amount, paymentDate } = entry;
  if (made.id === undefined) {
    if (made.amount !== amount) throw new Failure('TAKEN', {}, [{ path: 'transactionId', fault: 'taken' }]);
    return;
  }
  const facts = { loanId: entry.loan.id, amount: amount ?? 0, paymentDate: paymentDate ?? '' };
  emit('payments.recorded', { id: made.id, facts: { ...facts, realized: false }, to });
}

async function settlement(entry: store.Entry, id: number, to: number[], { tx, emit }: Context) {
  const there = await store.settlementOf(tx, entry.loan.id, openSettlements);
  if (there) throw new Failure(there.status === 'Approved' ? 'ALREADY_SETTLED' : 'SETTLEMENT_OPEN');
  const facts = {
    loanId: entry.loan.id,
    amount: entry.amount ?? 0,
    settlementDate: entry.settlementDate ?? '',
  };
  emit('settlements.requested', { id: await store.insertSettlement(tx, entry, id), facts, to });
}

/** Writes the outcome and what follows from it. `asks` is false where the caller is not asked for a sub-disposition. */
export async function record(draft: Draft, context: Context, asks = true): Promise<Recorded> {
  const { tx, actor, now, key, emit } = context;
  const earlier = await earlierOf(context);
  if (earlier) return earlier;
  // Authorised under the lock and before any write: a loan that moved away meanwhile is not ours any more.
  const loan = await store.lockLoan(tx, actor, draft.loanId);
  if (!loan) throw new Failure('NOT_FOUND');
  const { dispositionId, subDispositionId: subId = null } = draft;
  const at = effectiveAt(draft.occurredAt, now);
  const choice = await store.choiceOf(tx, { dispositionId, subId, clientId: loan.clientId, at });
  if (!choice) throw wrong('dispositionId');
  if (asks && choice.needsSub && subId === null) throw wrong('subDispositionId', 'required');
  const outcome = outcomeOf(draft, now);
  if (outcome.paymentMode !== null && !(await store.isPaymentMode(tx, outcome.paymentMode)))
    throw wrong('paymentMode');
  const entry: store.Entry = {
    ...outcome,
    key,
    loan,
    userId: actor.id,
    dispositionId,
    subDispositionId: subId,
    comments: draft.comments ?? '',
    callRefNo: draft.callRefNo ?? null,
    callDirection: draft.callDirection ?? null,
  };
  const id = await store.insertEntry(tx, entry);
  if (id === undefined) throw new Failure('KEY_REUSED');
  await store.standing(tx, entry);
  const to = await watchersOf(tx, [loan.assigneeId, actor.id]);
  const { amount, actionDate } = outcome;
  const facts = { loanId: loan.id, dispositionId, subDispositionId: subId, amount, actionDate };
  emit('borrower-dispositions.recorded', { id, facts, to });
  if (dispositionId === dispositionIds.Payment) await payment(entry, to, context);
  if (dispositionId === dispositionIds.FinalSettlement) await settlement(entry, id, to, context);
  return { id, loanId: loan.id };
}
