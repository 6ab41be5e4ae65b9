/** Records a disposition, for every caller: screens, outboxes, the dialer. */
import type { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { contradictionOf } from '#contexts/work/contract/amount-meaning.ts';
import type { Taken } from '#kernel/contract/endpoint.ts';
import { Failure, type FieldFault } from '#kernel/contract/failure.ts';
import { openSettlements } from '#contexts/settlements/contract/settlements.ts';
import { verdictIn } from '#kernel/server/http/delivery.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import {
  type LockedLoan,
  lockLoan,
  judge,
  momentFor,
  refuseUnseen,
} from '#contexts/loans/server/judge/judge.ts';
import type { Findings } from '#contexts/loans/server/judge/replay-rules.ts';
import { holdForDeath, recordEffects } from './effects.ts';
import { contentOf, revise } from './revise.ts';
import { type DispositionOutcome, dispositionOutcome } from './rules.ts';
import { cashDoubts, cashIn, hasReceipt } from '#contexts/payments/server/cash/receipts/take.ts';
import { paymentOf } from '#contexts/payments/server/orders/reported-payments.ts';
import { settlementOf } from '#contexts/settlements/server/asked.ts';
import { dropPromises } from '../promises/of-dispositions.ts';
import { attendTasks } from '../users-task/attend.ts';
import * as store from './store.ts';

export type DispositionDraft = Taken<typeof borrowerDispositions.record>;
interface Recorded {
  id: number;
  loanId: number;
}

const wrong = (path: string, fault: FieldFault = 'invalid'): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault }]);

/** A key used before returns its disposition, however late it is redelivered. */
function repeated(
  earlier: NonNullable<store.RecordContext['earlier']>,
  { actor, emit, delivery }: Context,
): Recorded {
  const { id, loanId, userId } = earlier;
  if (userId !== actor.id) throw new Failure('KEY_REUSED');
  if (delivery) delivery.isRepeated = true;
  emit('borrower-dispositions.repeated', { id, facts: { loanId }, to: [] });
  return { id, loanId };
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);

interface Found {
  said: store.Said | null;
  outcome: DispositionOutcome;
  choice: store.ChosenDisposition | undefined;
  hasTwin: boolean;
  /** The author confirmed a second identical disposition. */
  isRepeat: boolean | undefined;
}

/** Facts of a disposition for the rules of late entries. */
async function findingsOf(
  context: Context,
  held: LockedLoan | null,
  o: Found & { loanId: number; dispositionId: number },
): Promise<Findings> {
  const { tx } = context;
  const { loanId } = o;
  const { amount, transactionId, paymentMode, settlementDate, paymentDate, actionDate } = o.outcome;
  const isSettlement = o.dispositionId === dispositionIds.FinalSettlement;
  const isPayment = o.dispositionId === dispositionIds.Payment;
  const [paid, settled] = await Promise.all([
    isPayment ? paymentOf(tx, { loanId, transactionId, paymentMode, said: o.said }) : undefined,
    isSettlement && settlementDate ? settlementOf(tx, loanId, openSettlements, o.said) : undefined,
  ]);
  const most = settled?.most ?? null;
  const isAbove = most !== null && amount !== null && amount > most;
  const handed = held && isPayment ? cashIn(held, o.outcome, o.outcome.effectiveAt) : undefined;
  const doubts = handed ? await cashDoubts(context, handed) : [];
  // A payment reported only by a file may still be in an agent's cash.
  const isPaid = paid && !(handed && paid.amount === handed.amount && !(await hasReceipt(tx, handed.number)));
  return {
    isContact: true,
    ptpDate: o.dispositionId === dispositionIds.PTP ? actionDate : null,
    paymentDate,
    master: o.choice ? (o.choice.isRetired ? 'retired' : 'known') : 'unknown',
    masterField: 'dispositionId',
    hasTwin: o.hasTwin && !o.isRepeat,
    paid: isPaid ? { ...paid, wanted: amount ?? 0 } : null,
    needsDebt: isSettlement,
    settlement: settled?.standing ?? null,
    cash: doubts,
    above: isAbove ? { field: 'amount', wanted: rupees(amount), found: rupees(most) } : null,
  };
}

/** The parsed draft, or its failure, which is thrown only after the loan has been found visible. */
function outcomeIn(draft: DispositionDraft, now: Date, at: Date): DispositionOutcome | Failure {
  try {
    return dispositionOutcome(draft, now, at);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

export type Record = (draft: DispositionDraft, context: Context, asks?: boolean) => Promise<Recorded>;
/** `said` is notified of a disposition recorded while its author is on the call. */
export const recorder =
  (said: (context: Context, draft: DispositionDraft) => Promise<void>): Record =>
  async (draft, context, asks) => {
    const recorded = await record(draft, context, asks);
    await said(context, draft);
    return recorded;
  };

/**
 * Rejects contradictions between sub-disposition, amount and schedule. Amounts are compared only with dues displayed to
 * the author: an entry recorded before the loan changed was right at that time. A team leader may accept a
 * contradiction.
 */
function refuseContradiction(
  { delivery }: Context,
  choice: store.ChosenDisposition | undefined,
  o: { draft: DispositionDraft; outcome: DispositionOutcome; loan: LockedLoan },
): void {
  const subName = choice?.subName;
  const { base, isReviewed = false } = delivery?.queued ?? {};
  if (!subName || isReviewed) return;
  const { draft, outcome, loan } = o;
  const isSeen = !base || base.loanVersion === loan.version;
  const amount = isSeen ? outcome.amount : null;
  const instalments = outcome.instalments?.length ?? 1;
  const found = contradictionOf({ dispositionId: draft.dispositionId, subName, amount, instalments }, loan);
  if (!found) return;
  if (found.code !== 'AMOUNT_DISAGREES') throw new Failure(found.code);
  const { code, meaning, due } = found;
  throw new Failure(code, { sub: subName, meaning, ...(due && loan.isSeen && { due: due / 100 }) });
}

/**
 * Requires confirmation of duplicates from online clients; one call has a separate disposition. Outbox entries were
 * confirmed on their phone, and are never lost: they get a notice.
 */
function askAgain({ delivery }: Context, draft: DispositionDraft, sameAt: string | null): void {
  if (sameAt === null || delivery?.queued || draft.isRepeat || draft.callRefNo) return;
  throw new Failure('SAME_OUTCOME', { at: new Date(sameAt).toISOString() });
}

/** The row to be written. */
const entryOf = (
  { key, actor, delivery }: Context,
  draft: DispositionDraft,
  { outcome, loan }: { outcome: DispositionOutcome; loan: LockedLoan },
): store.NewDisposition => ({
  ...outcome,
  key,
  loan,
  userId: actor.id,
  dispositionId: draft.dispositionId,
  subDispositionId: draft.subDispositionId ?? null,
  comments: draft.comments ?? '',
  callRefNo: draft.callRefNo ?? null,
  callDirection: draft.callDirection ?? null,
  verdict: delivery ? verdictIn(delivery) : 'APPLIED',
  notices: delivery?.notices ?? [],
});

/** Records the disposition and its effects. `asks` is false where no sub-disposition is required. */
async function record(said: DispositionDraft, context: Context, asks = true): Promise<Recorded> {
  const { tx, actor, now, key, delivery } = context;
  const draft = { ...said, occurredAt: delivery?.queued?.wall ?? said.occurredAt };
  const at = momentFor(context, draft.occurredAt);
  const { loanId, dispositionId, subDispositionId: subId = null, isRepeat } = draft;
  const outcome = outcomeIn(draft, now, at);
  const wanted = { loanId, dispositionId, subId, at };
  // Locks the loan before writing: a reassigned one may be out of scope.
  const [held, choice, place] = await Promise.all([
    lockLoan(context, loanId, at),
    store.choiceOf(tx, wanted),
    store.recordContext(tx, {
      ...wanted,
      key,
      userId: actor.id,
      callRefNo: draft.callRefNo ?? null,
      outcome: outcome instanceof Failure ? null : outcome,
      comments: draft.comments ?? '',
    }),
  ]);
  if (place.earlier) return repeated(place.earlier, context);
  refuseUnseen(context, held);
  if (outcome instanceof Failure) throw outcome;
  if (asks && choice?.needsSub && subId === null) throw wrong('subDispositionId', 'required');
  const [findings, isMode] = await Promise.all([
    findingsOf(context, held, { ...place, loanId, outcome, choice, dispositionId, isRepeat }),
    outcome.paymentMode === null || store.isPaymentMode(tx, outcome.paymentMode),
  ]);
  const loan = judge(context, held, at, findings);
  if (!isMode) throw wrong('paymentMode');
  refuseContradiction(context, choice, { draft, outcome, loan });
  if (asks) askAgain(context, draft, place.sameAt);
  const entry = entryOf(context, draft, { outcome, loan });
  const isWritten = place.said
    ? await writeAgain(context, place.said, entry)
    : await write(context, place.id, entry);
  if (choice?.isDeath) await holdForDeath(context, entry, isWritten);
  return { id: place.said?.id ?? place.id, loanId };
}

/** The latest disposition of a call wins; an older one arriving late changes nothing, and returns false. */
async function writeAgain(context: Context, said: store.Said, entry: store.NewDisposition): Promise<boolean> {
  const { delivery, emit } = context;
  const isLatest = !delivery?.queued || entry.effectiveAt >= new Date(said.effectiveAt);
  const gone = await revise(context.tx, said, entry, isLatest);
  const to = entry.loan.watchers;
  const facts = {
    loanId: entry.loan.id,
    before: gone.before,
    after: isLatest ? contentOf(entry) : gone.before,
  };
  emit('borrower-dispositions.revised', { id: said.id, facts, to });
  if (gone.payment)
    emit('payments.withdrawn', {
      id: gone.payment.id,
      facts: { loanId: entry.loan.id, amount: gone.payment.amount },
      to,
    });
  if (gone.settlement)
    emit('settlements.changed', {
      id: gone.settlement.id,
      facts: { loanId: entry.loan.id, before: 'Inprogress', after: 'Void' },
      to,
    });
  if (!isLatest) return false;
  await dropPromises(context.tx, [said.id]);
  await recordEffects(context, said.id, entry, {
    askedId: gone.askedId,
    isPaymentGone: gone.payment !== undefined,
  });
  return true;
}

async function write(context: Context, id: number, entry: store.NewDisposition): Promise<boolean> {
  context.beside(store.insertEntry(context.tx, id, entry));
  context.beside(attendTasks(context.tx, id, entry));
  const facts = { loanId: entry.loan.id, ...contentOf(entry) };
  context.emit('borrower-dispositions.recorded', { id, facts, to: entry.loan.watchers });
  await recordEffects(context, id, entry);
  return true;
}
