/** Events that change no order: partial refunds, and informational ones. */
import { nextAsk } from '#contexts/payments/contract/pay/order-rules.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type StoredEvent, eventIdOf, keep, quarantine } from './gateway-events.ts';
import type { Gateway, GatewayNews, GatewayNotice } from '../gateways/port.ts';
import { type Following, type PaymentOrder, heldOrder } from './orders.ts';
import { askSoon, compareOrder } from '../reconciliation/compare.ts';
import { applyRefund } from './refunds.ts';

/** A partial refund is applied once its payment is; until then the gateway is polled. */
export async function followRefund(
  tx: Tx,
  order: PaymentOrder,
  told: GatewayNews & { refunded: number },
  { heard, now, notify }: Following & { heard: Omit<StoredEvent, 'verdict' | 'attemptId'> },
): Promise<PaymentOrder> {
  const { refunded } = told;
  const isCounted = order.state === 'success';
  const isNew = isCounted && (await applyRefund(tx, order, { refunded, now }));
  const reason = `${refunded} of ${order.amount}`;
  await keep(tx, { ...heard, attemptId: order.id, reason, verdict: isNew ? 'applied' : 'unchanged' });
  if (!isCounted && order.state !== 'reversed') await askSoon(tx, [order.id], nextAsk(0, now) ?? now);
  if (isNew) await notify(tx, { id: order.id, loanId: order.loanId, state: 'reversed' }, now);
  return { ...order, refunded: Math.max(order.refunded, refunded) };
}

/** An informational event: stored for readers; a dispute becomes a difference with an owner. */
export async function noteEvent(
  tx: Tx,
  { name: gateway, merchant }: Pick<Gateway, 'name' | 'merchant'>,
  notice: GatewayNotice,
  { now, body }: { now: Date; body: string },
): Promise<void> {
  const { told, event: reason, reference } = notice;
  const order = (notice.attemptId ?? reference) ? await heldOrder(tx, gateway, notice) : undefined;
  const heard = { gateway, attemptId: order?.id ?? notice.attemptId, reference, told, reason, body };
  // Administrators are notified of a dispute of an unknown payment or another merchant.
  if (notice.merchant !== merchant || (told === 'dispute' && !order)) return quarantine(tx, heard);
  if (await keep(tx, { ...heard, verdict: 'noted' })) {
    if (order && told === 'dispute') await compareOrder(tx, order.id, now);
  } else
    await tx.run(
      sql`update gateway_events set at = ${now} where gateway = ${gateway} and event_id = ${eventIdOf(heard)}`,
    );
}
