/** Effects of a recorded disposition: its promise, payment or settlement request, and the hold for a deceased borrower. */
import { placeDeathHold } from '#contexts/contact/server/policy/death-hold.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { cashIn, takeCash } from '#contexts/payments/server/cash/receipts/take.ts';
import { insertPayment } from '#contexts/payments/server/orders/reported-payments.ts';
import { insertSettlement } from '#contexts/settlements/server/asked.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { openPromises } from '../promises/of-dispositions.ts';
import { queuePromises } from '../promises/queue.ts';
import type { NewDisposition } from './store.ts';

async function payment(entry: NewDisposition, to: number[], context: Context): Promise<void> {
  const { tx, emit } = context;
  const made = await insertPayment(tx, entry);
  const handed = cashIn(entry.loan, entry, entry.effectiveAt);
  if (handed) await takeCash(context, handed);
  if (!made) return;
  const facts = { loanId: entry.loan.id, amount: entry.amount ?? 0, paymentDate: entry.paymentDate ?? '' };
  emit('payments.recorded', { id: made.id, facts: { ...facts, realized: false }, to });
  if (made.isHeld) emit('payments.held', { id: made.id, facts: { loanId: entry.loan.id, count: 1 }, to: [] });
}

/** A new settlement request, or the previous one of this disposition. */
async function settlement(
  entry: NewDisposition,
  of: { entryId: number; askedId: number | undefined },
  to: number[],
  { tx, emit }: Context,
): Promise<void> {
  const facts = {
    loanId: entry.loan.id,
    amount: entry.amount ?? 0,
    settlementDate: entry.settlementDate ?? '',
  };
  const id = of.askedId ?? (await insertSettlement(tx, entry, of.entryId));
  emit('settlements.requested', { id, facts, to });
}

/** No channel reaches a deceased borrower; open screens are notified. */
export async function holdForDeath(
  { tx, emit }: Context,
  entry: NewDisposition,
  isWritten: boolean,
): Promise<void> {
  const { loan, effectiveAt, userId: by } = entry;
  if (isWritten) await placeDeathHold(tx, { loanId: loan.id, day: businessDay(effectiveAt), by });
  emit('loan-holds.death', { id: loan.id, facts: { loanId: loan.id }, to: loan.watchers });
}

/** Opens the promise, and writes the payment or the settlement request, of a written disposition. */
export async function recordEffects(
  context: Context,
  id: number,
  entry: NewDisposition,
  was: { askedId?: number | undefined; isPaymentGone?: boolean } = {},
): Promise<void> {
  const { dispositionId } = entry;
  const to = entry.loan.watchers;
  if (dispositionId === dispositionIds.PTP) context.beside(openPromises(context.tx, [id]));
  if (dispositionId === dispositionIds.Payment) await payment(entry, to, context);
  if (dispositionId === dispositionIds.FinalSettlement)
    await settlement(entry, { entryId: id, askedId: was.askedId }, to, context);
  if (dispositionId === dispositionIds.Payment || was.isPaymentGone)
    context.beside(queuePromises(context.tx, [entry.loan.id]));
}
