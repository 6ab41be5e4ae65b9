/** Partial refunds: recorded with the payment, reducing its included amount, and sent to review. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { PaymentOrder } from './orders.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { compareOrder } from '../reconciliation/compare.ts';
import { recomputeSummary } from '../summaries/summary.ts';

/**
 * `refunded`: paise refunded of this order in total, as reported by the gateway; never less than recorded. Returns false
 * for a repeat.
 */
export async function applyRefund(
  tx: Tx,
  order: PaymentOrder,
  { refunded, now }: { refunded: number; now: Date },
): Promise<boolean> {
  const back = refunded - order.refunded;
  if (back <= 0) return false;
  const loan = await tx.one<{ assigneeId: number | null }>(
    sql`select assignee_id as "assigneeId" from loans where id = ${order.loanId} for no key update`,
  );
  await tx.run(
    sql`update payment_attempts set refunded = ${refunded}, changed_at = ${now} where id = ${order.id}`,
  );
  // A manually reversed payment is excluded already.
  const reduced = await tx.rows<{ id: number }>(sql`
    update payments set amount = amount - ${back}::bigint, refunded = refunded + ${back}::bigint
    where id = ${order.paymentId} and status = 'success' and amount > ${back}::bigint returning id`);
  await postPayments(
    tx,
    reduced.map(({ id }) => id),
  );
  await recomputeSummary(tx, [order.loanId]);
  await compareOrder(tx, order.id, now);
  const events = eventLog(null, null);
  const { loanId, amount, gateway } = order;
  events.emit('payments.refunded', {
    id: order.paymentId,
    facts: { loanId, amount, refunded, gateway },
    to: await watchersOf(tx, [loan?.assigneeId ?? null]),
  });
  await events.flush(tx, ['loans', 'today', 'users-task', 'payments', 'reconciliation']);
  return true;
}
