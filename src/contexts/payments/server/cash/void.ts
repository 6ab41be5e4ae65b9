/**
 * The desk voids a receipt recorded by mistake: no cash was collected. The claim is voided too, and a borrower with the
 * receipt is notified.
 */
import { Failure } from '#kernel/contract/failure.ts';
import type { cash } from '#contexts/payments/contract/cash/cash.ts';
import { visibleUsers, watchersOf } from '#contexts/agency/server/visible.ts';
import type { Taken } from '#kernel/contract/endpoint.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { recomputeSummary } from '../summaries/summary.ts';
import { withdrawReceipt } from '../orders/reported-payments.ts';
import { watchHeld } from './held.ts';
import { lockCashOf, writeStep } from './journal.ts';

interface Receipt {
  userId: number;
  clientId: number;
  loanId: number;
  number: string;
  amount: number;
  state: string;
}

export async function voidReceipt(
  { tx, actor, now, emit }: Context,
  { id: key, reason }: Taken<typeof cash.void>,
): Promise<{ id: number }> {
  const id = /^\d+$/.test(key) ? Number(key) : 0;
  // Locks the loan before its receipt, in the same order as recording cash.
  await tx.run(
    sql`select l.id from loans l where l.id = (select r.loan_id from cash_receipts r where r.id = ${id}) for no key update`,
  );
  const found = await tx.one<Receipt>(sql`
    select r.user_id as "userId", r.client_id as "clientId", r.loan_id as "loanId", r.number, r.amount, r.state
    from cash_receipts r where r.id = ${id} and ${visibleUsers(actor, sql`r.user_id`)} for update`);
  if (!found) throw new Failure('NOT_FOUND');
  const { userId, clientId, loanId, number, amount, state } = found;
  if (userId === actor.id) throw new Failure('OWN_DEPOSIT');
  if (state !== 'in-hand') throw new Failure('CHANGED_MEANWHILE');
  await lockCashOf(tx, userId);
  await tx.run(
    sql`update cash_receipts set state = 'void', tell_at = case when told_at is not null then ${now}::timestamptz end where id = ${id}`,
  );
  await writeStep(tx, {
    kind: 'voided',
    userId,
    clientId,
    receiptId: id,
    hand: -amount,
    reason,
    byId: actor.id,
    at: now,
  });
  await withdrawReceipt(tx, { loanId, number, byId: actor.id });
  await recomputeSummary(tx, [loanId]);
  await watchHeld({ tx, now, emit }, { userId, clientId });
  emit('cash.voided', { id, facts: { loanId, number, amount, reason }, to: await watchersOf(tx, [userId]) });
  return { id };
}
