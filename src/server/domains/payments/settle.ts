/** What follows when a gateway says something of a payment: once, whole, and never backwards. */
import { mismatch, nextAsk, stateAfter } from '#contract/attempt-rules.ts';
import type { AttemptState } from '#contract/attempt-states.ts';
import { watchersOf } from '#server/kernel/actor.ts';
import { businessDay } from '#server/kernel/clock.ts';
import type { Tx } from '#server/kernel/database.ts';
import { eventLog } from '#server/kernel/event.ts';
import { sql } from '#server/kernel/sql.ts';
import { type Gateway, type Verdict, vendorOf } from '#server/providers/gateways/port.ts';
import { restand } from './standing.ts';

export interface Attempt {
  id: string;
  loanId: number;
  codeId: number | null;
  gateway: string;
  source: string;
  amount: number;
  state: AttemptState;
  reference: string | null;
  asks: number;
  paymentId: number | null;
}
/** Told when a payment came through, failed, or was taken back. */
export type Notify = (tx: Tx, attempt: { id: string; state: AttemptState }) => Promise<void>;
export interface Settling {
  now: Date;
  notify: Notify;
}

const held = (tx: Tx, gateway: string, { attemptId, reference }: Verdict): Promise<Attempt | undefined> =>
  tx.one<Attempt>(sql`
    select id, loan_id as "loanId", code_id as "codeId", gateway, source, amount, state, reference, asks,
      payment_id as "paymentId"
    from payment_attempts where gateway = ${gateway}
      and case when ${attemptId}::text is null then reference = ${reference} else id = ${attemptId} end
    for update`);

/** False when this piece of news was heard before. */
const isNews = async (
  tx: Tx,
  gateway: string,
  told: Verdict,
  o: { attemptId: string | null; verdict: string; reason?: string; body: string },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into gateway_events (gateway, event_id, attempt_id, told, verdict, reason, body)
    values (${gateway}, ${told.eventId}, ${o.attemptId}, ${told.state}, ${o.verdict}, ${o.reason ?? null}, ${o.body})
    on conflict (gateway, event_id) do nothing`)) > 0;

/** Not about any payment of ours, or not as we asked for it: kept, told to the admins, and without effect. */
async function quarantine(tx: Tx, gateway: string, told: Verdict, reason: string, body: string) {
  if (!(await isNews(tx, gateway, told, { attemptId: told.attemptId, verdict: 'quarantined', reason, body })))
    return;
  const events = eventLog(null, null);
  events.emit('payments.quarantined', { facts: { gateway, reason }, to: [] });
  await events.flush(tx, []);
}

/** Applies what was told; answers the payment as it stands, or undefined when it is none of ours. */
export async function settle(
  tx: Tx,
  { name: gateway, merchant }: Pick<Gateway, 'name' | 'merchant'>,
  told: Verdict,
  { body, ...o }: Settling & { body: string },
): Promise<Attempt | undefined> {
  const attempt = await held(tx, gateway, told);
  const reason = attempt ? mismatch({ merchant, amount: attempt.amount }, told) : 'unknown';
  if (!attempt || reason) {
    await quarantine(tx, gateway, told, reason ?? 'unknown', body);
    return undefined;
  }
  const state = stateAfter(attempt.state, told.state);
  const verdict = state === attempt.state ? 'unchanged' : 'applied';
  const isNew = await isNews(tx, gateway, told, { attemptId: attempt.id, verdict, body });
  if (!isNew || state === attempt.state) return attempt;
  return move(tx, attempt, { ...told, state }, o);
}

async function move(
  tx: Tx,
  attempt: Attempt,
  told: Pick<Verdict, 'reference' | 'message'> & { state: AttemptState },
  { now, notify }: Settling,
): Promise<Attempt> {
  const { state } = told;
  const isOpen = state === 'pending';
  const reference = told.reference ?? attempt.reference ?? attempt.id;
  const loan = await tx.one<{ assigneeId: number | null }>(
    sql`select assignee_id as "assigneeId" from loans where id = ${attempt.loanId} for no key update`,
  );
  const paymentId = state === 'success' ? await credit(tx, attempt, reference, now) : attempt.paymentId;
  if (state === 'reversed' && paymentId !== null)
    await tx.run(sql`update payments set status = 'reversed' where id = ${paymentId}`);
  await tx.run(sql`
    update payment_attempts set state = ${state}, reference = ${reference}, message = ${told.message},
      payment_id = ${paymentId}, changed_at = ${now}, settled_at = ${isOpen ? null : now},
      next_ask_at = ${isOpen ? nextAsk(attempt.asks, now) : null}
    where id = ${attempt.id}`);
  if (state === 'success')
    await tx.run(
      sql`update payment_codes set paid_at = coalesce(paid_at, ${now}) where id = ${attempt.codeId}`,
    );
  if (state === 'success' || state === 'reversed') await restand(tx, [attempt.loanId]);
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
  await events.flush(tx, ['loans', 'payment-links', 'today']);
  await notify(tx, { id: attempt.id, state });
  return { ...attempt, state, reference, paymentId };
}

/**
 * One row for one payment: it confirms the row of the same number, or what an agent was told of the same amount within
 * three days, or is a row of its own.
 */
async function credit(tx: Tx, attempt: Attempt, reference: string, now: Date): Promise<number> {
  const { id, loanId, amount, source } = attempt;
  const gateway = vendorOf(attempt.gateway);
  const day = businessDay(now);
  const known = await tx.one<{ id: number }>(sql`
    select id from payments where loan_id = ${loanId} and status = 'success' and (lower(transaction_id) = lower(${reference})
      or (not realized and attempt_id is null and amount = ${amount} and abs(payment_date - ${day}::date) <= 3))
    order by lower(transaction_id) is distinct from lower(${reference}), abs(payment_date - ${day}::date), id limit 1 for update`);
  if (known) {
    await tx.run(sql`
      update payments set realized = true, amount = ${amount}, payment_date = ${day}, mode = ${gateway}, attempt_id = ${id},
        told_transaction_id = case when lower(transaction_id) is distinct from lower(${reference})
          then coalesce(told_transaction_id, transaction_id) else told_transaction_id end,
        transaction_id = ${reference}
      where id = ${known.id}`);
    return known.id;
  }
  const made = await tx.one<{ id: number }>(sql`
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, attempt_id)
    select ${loanId}, l.assignee_id, ${reference}, ${amount}, ${day}, true, ${source}, ${gateway}, ${id}
    from loans l where l.id = ${loanId} returning id`);
  if (!made) throw new Error('no payment kept');
  return made.id;
}
