/** Recording an outcome: one way in, whoever asks for it. */
import type { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { dispositionIds } from '#contract/dispositions.ts';
import type { Taken } from '#contract/kernel/endpoint.ts';
import { Failure, type FieldFault } from '#contract/kernel/failure.ts';
import { openSettlements } from '#contract/settlements.ts';
import { watchersOf } from '#server/kernel/actor.ts';
import { verdictIn } from '#server/kernel/delivery.ts';
import type { Context } from '#server/kernel/implement.ts';
import { holdLoan, judge, momentFor, refuseUnseen } from '#server/kernel/judge.ts';
import type { Findings } from '#server/kernel/replay-rules.ts';
import { type Outcome, outcomeOf } from './rules.ts';
import * as store from './store.ts';

export type Draft = Taken<typeof borrowerDispositions.record>;
interface Recorded {
  id: number;
  loanId: number;
}

const wrong = (path: string, fault: FieldFault = 'invalid'): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault }]);

/** The key is the entry's name for ever: whoever delivers it again, however late, is told of the one it made. */
async function earlierOf({ tx, actor, key, emit, delivery }: Context): Promise<Recorded | undefined> {
  const earlier = key === null ? undefined : await store.entryOf(tx, key);
  if (!earlier) return undefined;
  if (earlier.userId !== actor.id) throw new Failure('KEY_REUSED');
  const { id, loanId } = earlier;
  if (delivery) delivery.isRepeated = true;
  emit('borrower-dispositions.repeated', { id, facts: { loanId }, to: [] });
  return { id, loanId };
}

async function payment(entry: store.Entry, to: number[], { tx, emit }: Context): Promise<void> {
  const id = await store.insertPayment(tx, entry);
  if (id === undefined) return;
  const facts = { loanId: entry.loan.id, amount: entry.amount ?? 0, paymentDate: entry.paymentDate ?? '' };
  emit('payments.recorded', { id, facts: { ...facts, realized: false }, to });
}

async function settlement(entry: store.Entry, id: number, to: number[], { tx, emit }: Context) {
  const facts = {
    loanId: entry.loan.id,
    amount: entry.amount ?? 0,
    settlementDate: entry.settlementDate ?? '',
  };
  emit('settlements.requested', { id: await store.insertSettlement(tx, entry, id), facts, to });
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);

/** What the rules of late entries want to know of an outcome (offline.md A.7). */
async function findingsOf(
  { tx, actor, key }: Context,
  o: { draft: Draft; outcome: Outcome; at: Date; choice: store.Choice | undefined },
): Promise<Findings> {
  const { loanId, dispositionId, subDispositionId: subId = null } = o.draft;
  const { amount, transactionId, settlementDate, paymentDate, actionDate } = o.outcome;
  const isSettlement = dispositionId === dispositionIds.FinalSettlement;
  const isPayment = dispositionId === dispositionIds.Payment;
  const [hasTwin, paid, settled] = await Promise.all([
    store.hasTwin(tx, { ...o, loanId, dispositionId, subId, key, userId: actor.id }),
    isPayment ? store.paymentOf(tx, { loanId, transactionId }) : undefined,
    isSettlement && settlementDate ? store.settlementOf(tx, loanId, openSettlements) : undefined,
  ]);
  const most = settled?.most ?? null;
  const isAbove = most !== null && amount !== null && amount > most;
  return {
    isContact: true,
    ptpDate: dispositionId === dispositionIds.PTP ? actionDate : null,
    paymentDate,
    master: o.choice ? (o.choice.isRetired ? 'retired' : 'known') : 'unknown',
    masterField: 'dispositionId',
    hasTwin,
    paid: paid ? { ...paid, wanted: amount ?? 0 } : null,
    settlement: settled?.standing ?? null,
    above: isAbove ? { field: 'amount', wanted: rupees(amount), found: rupees(most) } : null,
  };
}

/** Writes the outcome and what follows from it. `asks` is false where the caller is not asked for a sub-disposition. */
export async function record(said: Draft, context: Context, asks = true): Promise<Recorded> {
  const { tx, actor, now, key, emit, delivery } = context;
  const draft = { ...said, occurredAt: delivery?.queued?.wall ?? said.occurredAt };
  const at = momentFor(context, draft.occurredAt);
  const { loanId, dispositionId, subDispositionId: subId = null } = draft;
  // The loan is held before anything is written: one that moved away meanwhile may not be ours any more.
  const [earlier, held, choice] = await Promise.all([
    earlierOf(context),
    holdLoan(context, loanId, at),
    store.choiceOf(tx, { loanId, dispositionId, subId, at }),
  ]);
  if (earlier) return earlier;
  refuseUnseen(context, held);
  const outcome = outcomeOf(draft, now, at);
  if (asks && choice?.needsSub && subId === null) throw wrong('subDispositionId', 'required');
  const [findings, isMode] = await Promise.all([
    findingsOf(context, { draft, outcome, at, choice }),
    outcome.paymentMode === null || store.isPaymentMode(tx, outcome.paymentMode),
  ]);
  const loan = judge(context, held, at, findings);
  if (!isMode) throw wrong('paymentMode');
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
    verdict: delivery ? verdictIn(delivery) : 'APPLIED',
    notices: delivery?.notices ?? [],
  };
  const [id, to] = await Promise.all([
    store.insertEntry(tx, entry),
    watchersOf(tx, [loan.assigneeId, actor.id]),
    store.standing(tx, entry),
  ]);
  if (id === undefined) throw new Failure('KEY_REUSED');
  const { amount, actionDate } = outcome;
  const facts = { loanId, dispositionId, subDispositionId: subId, amount, actionDate };
  emit('borrower-dispositions.recorded', { id, facts, to });
  if (dispositionId === dispositionIds.Payment) await payment(entry, to, context);
  if (dispositionId === dispositionIds.FinalSettlement) await settlement(entry, id, to, context);
  return { id, loanId };
}
