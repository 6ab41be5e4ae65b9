/** Applies a gateway status to a payment: once, completely, and never to an earlier state. */
import {
  asksOver,
  mismatch,
  nextAsk,
  nextRefundAsk,
  stateAfter,
} from '#contexts/payments/contract/pay/order-rules.ts';
import type { OrderState } from '#contexts/payments/contract/pay/order-states.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Gateway, Hint, GatewayNews } from '../gateways/port.ts';
import { keep, quarantine, wasToldBack } from './gateway-events.ts';
import { followRefund } from './notices.ts';
import { type Following, type PaymentOrder, heldOrder, orderOf } from './orders.ts';
import { lookAfter } from '../autopay/store.ts';
import { type Credited, credit } from './credit.ts';
import { askSoon, compareOrder } from '../reconciliation/compare.ts';
import { recomputeSummary } from '../summaries/summary.ts';

type Named = Pick<Gateway, 'name' | 'merchant'>;

/** Gateway number already used by another of our orders. */
const isAnothers = async (tx: Tx, attempt: PaymentOrder, reference: string | null): Promise<boolean> =>
  reference !== null &&
  (await tx.one(sql`
    select 1 as ok from payment_attempts where gateway = ${attempt.gateway} and reference = ${reference}
      and id <> ${attempt.id}`)) !== undefined;

async function reasonAgainst(tx: Tx, attempt: PaymentOrder | undefined, merchant: string, told: GatewayNews) {
  if (!attempt) return 'unknown';
  const reason = mismatch({ merchant, amount: attempt.amount }, told);
  return reason ?? ((await isAnothers(tx, attempt, told.reference)) ? 'reference' : undefined);
}

/** Applies a gateway's status; answers the payment, or undefined when the order is unknown. */
export async function followNews(
  tx: Tx,
  { name: gateway, merchant }: Named,
  told: GatewayNews,
  { body, ...o }: Following & { body: string },
): Promise<PaymentOrder | undefined> {
  const attempt = await heldOrder(tx, gateway, told);
  const reason = await reasonAgainst(tx, attempt, merchant, told);
  const word = told.refunded === undefined ? told.state : 'refunded';
  const heard = { gateway, reference: told.reference, told: word, body };
  if (!attempt || reason) {
    await quarantine(tx, { ...heard, attemptId: told.attemptId, reason: reason ?? 'unknown' });
    return undefined;
  }
  if (told.refunded !== undefined)
    return followRefund(tx, attempt, { ...told, refunded: told.refunded }, { heard, ...o });
  const state = stateAfter(attempt.state, told.state);
  const verdict = state === attempt.state ? 'unchanged' : 'applied';
  await keep(tx, { ...heard, attemptId: attempt.id, verdict });
  return state === attempt.state ? attempt : move(tx, attempt, { ...told, state }, o);
}

/** The shortest time between two status queries of one payment, however many webhooks arrive. */
const restMs = 3000;
export interface Due {
  id: string;
  gateway: string;
  amount: number;
  reference: string | null;
  source: string;
  state?: OrderState;
}
/**
 * A hint (webhook or return page): the gateway will be queried, now by the caller unless it was a moment ago, and
 * in any case soon, even if it is unreachable now.
 */
export async function noteHint(
  tx: Tx,
  { name: gateway, merchant }: Named,
  hint: Hint,
  now: Date,
): Promise<Due | undefined> {
  const attempt = await heldOrder(tx, gateway, hint);
  const reason = attempt ? (hint.merchant === merchant ? undefined : 'merchant') : 'unknown';
  if (!attempt || reason) {
    const { attemptId, reference } = hint;
    await quarantine(tx, { gateway, attemptId, reference, told: 'hint', reason: reason ?? 'unknown' });
    return undefined;
  }
  const soon = new Date(now.getTime() + restMs);
  const row = await tx.one<{ isRested: boolean }>(sql`
    update payment_attempts t set next_ask_at = least(coalesce(t.next_ask_at, ${soon}), ${soon}),
      hinted_at = case when was.rested then ${now}::timestamptz else t.hinted_at end
    from (select coalesce(hinted_at <= ${new Date(now.getTime() - restMs)}, true) as rested
      from payment_attempts where id = ${attempt.id}) was
    where t.id = ${attempt.id} returning was.rested as "isRested"`);
  return row?.isRested ? attempt : undefined;
}

const takeBack = (tx: Tx, paymentId: number | null): Promise<number> =>
  tx.run(sql`update payments set status = 'reversed' where id = ${paymentId}`);

/** Writes the payment for a success or reversal; a reversed payment is stored but not included. */
async function post(tx: Tx, attempt: PaymentOrder, state: OrderState, reference: string, now: Date) {
  const nothing: Credited = { paymentId: 0, loanIds: [], held: 0 };
  if (state !== 'success' && state !== 'reversed') return { ...nothing, paymentId: attempt.paymentId };
  const { id: attemptId, loanId, amount, source, gateway, paymentId } = attempt;
  const day = businessDay(now);
  const credited =
    paymentId === null
      ? await credit(tx, { attemptId, loanId, amount, source, gateway, reference, day })
      : { ...nothing, paymentId, loanIds: [loanId] };
  if (state === 'reversed') await takeBack(tx, credited.paymentId);
  await recomputeSummary(tx, credited.loanIds);
  return credited;
}

async function move(
  tx: Tx,
  attempt: PaymentOrder,
  told: Pick<GatewayNews, 'reference' | 'message'> & { state: OrderState },
  { now, notify }: Following,
): Promise<PaymentOrder> {
  const { state } = told;
  const isOpen = state === 'pending';
  const reference = told.reference ?? attempt.reference ?? attempt.id;
  const loan = await tx.one<{ assigneeId: number | null }>(
    sql`select assignee_id as "assigneeId" from loans where id = ${attempt.loanId} for no key update`,
  );
  const { paymentId, held: inDoubt } = await post(tx, attempt, state, reference, now);
  await tx.run(sql`
    update payment_attempts set state = ${state}, reference = ${reference}, message = ${told.message},
      payment_id = ${paymentId}, changed_at = ${now}, settled_at = ${isOpen ? null : now},
      asks = ${state === 'success' ? asksOver : attempt.asks},
      next_ask_at = ${isOpen ? nextAsk(attempt.asks, now) : state === 'success' ? nextRefundAsk(now, now) : null}
    where id = ${attempt.id}`);
  // Compares with earlier settlement file rows.
  const asked = await compareOrder(tx, attempt.id, now);
  if (asked.length > 0 && !isOpen) await askSoon(tx, asked, nextAsk(0, now) ?? now);
  if (state === 'success' && (await wasToldBack(tx, attempt, reference)))
    await askSoon(tx, [attempt.id], nextAsk(0, now) ?? now);
  if (state === 'failed' && attempt.source === 'AUTOPAY') await lookAfter(tx, attempt.id, now);
  if (state === 'success')
    await tx.run(
      sql`update payment_codes set paid_at = coalesce(paid_at, ${now}) where id = ${attempt.codeId}`,
    );
  const events = eventLog(null, null);
  const facts = {
    loanId: attempt.loanId,
    amount: attempt.amount,
    gateway: attempt.gateway,
    before: attempt.state,
    after: state,
  };
  const to = await watchersOf(tx, [loan?.assigneeId ?? null]);
  events.emit('payments.settled', { id: paymentId, facts, to });
  if (inDoubt > 0)
    events.emit('payments.held', { facts: { loanId: attempt.loanId, count: inDoubt }, to: [] });
  await events.flush(tx, ['loans', 'payment-links', 'today', 'dialer', 'users-task', 'communications']);
  await notify(tx, { id: attempt.id, loanId: attempt.loanId, state }, now);
  return { ...attempt, state, reference, paymentId };
}

/** A refund unconfirmed by the gateway: recorded once by a user. */
export async function takeBackByPerson(tx: Tx, attemptId: string, o: Following): Promise<boolean> {
  const attempt = await orderOf(tx, attemptId);
  if (attempt?.state === 'reversed') return setReversed(tx, attempt, { isBack: true, now: o.now });
  if (attempt?.state !== 'success') return false;
  await move(tx, attempt, { state: 'reversed', reference: null, message: '' }, o);
  return true;
}

/**
 * A reversed chargeback: the payment is included again. The order remains reversed, so that old status updates change
 * nothing.
 */
export async function restoreByPerson(tx: Tx, attemptId: string, { now }: Following): Promise<boolean> {
  const attempt = await orderOf(tx, attemptId);
  return attempt?.state === 'reversed' && setReversed(tx, attempt, { isBack: false, now });
}

/** Reverses or restores the payment of a reversed order; false where it already was. */
async function setReversed(
  tx: Tx,
  { id, loanId, paymentId }: PaymentOrder,
  { isBack, now }: { isBack: boolean; now: Date },
): Promise<boolean> {
  const [from, to] = isBack ? ['success', 'reversed'] : ['reversed', 'success'];
  await tx.run(sql`select from loans where id = ${loanId} for no key update`);
  const changed = await tx.run(
    sql`update payments set status = ${to} where id = ${paymentId} and status = ${from}`,
  );
  if (changed === 0) return false;
  await recomputeSummary(tx, [loanId]);
  await compareOrder(tx, id, now);
  return true;
}
