/** Revises a call's disposition: stores the latest input, and reverts the effects of the previous one. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { withdrawPayment } from '#contexts/payments/server/orders/reported-payments.ts';
import { askAgain, voidSettlement } from '#contexts/settlements/server/asked.ts';
import type { NewDisposition, Said } from './store.ts';

/** History content of a disposition. */
interface Content {
  dispositionId: number;
  subDispositionId: number | null;
  amount: number | null;
  actionDate: string | null;
}
export const contentOf = ({
  dispositionId,
  subDispositionId,
  amount,
  actionDate,
}: NewDisposition): Content => ({
  dispositionId,
  subDispositionId,
  amount,
  actionDate,
});

interface Gone {
  before: Record<keyof Content, unknown>;
  /** The unconfirmed payment it reported. */
  payment?: { id: number; amount: number } | undefined;
  /** The settlement it requested, not yet reviewed. */
  settlement?: { id: number } | undefined;
  /** The revised settlement request. */
  askedId?: number | undefined;
}

/** Stores the save's key and what it replaces; older input leaves the disposition unchanged. */
async function keepSave(tx: Tx, said: Said, e: NewDisposition): Promise<Gone['before']> {
  const kept = await tx.one<{ before: Gone['before'] }>(sql`
    insert into borrower_disposition_saves (client_uuid, borrower_disposition_id, user_id, before)
    select ${e.key}::uuid, d.id, ${e.userId}, to_jsonb(d) from borrower_dispositions d where d.id = ${said.id}
    returning jsonb_build_object('dispositionId', before->'disposition_id', 'subDispositionId', before->'sub_disposition_id',
      'amount', before->'amount', 'actionDate', before->'action_date') as before`);
  if (!kept) throw new Error('no such outcome');
  return kept.before;
}

const rewrite = (tx: Tx, said: Said, e: NewDisposition): Promise<number> =>
  tx.run(sql`
    update borrower_dispositions set disposition_id = ${e.dispositionId}, sub_disposition_id = ${e.subDispositionId},
      comments = ${e.comments}, amount = ${e.amount}, action_date = ${e.actionDate}, payment_date = ${e.paymentDate},
      settlement_date = ${e.settlementDate}, follow_up_date = ${e.followUpDate}, is_hot_ptp = ${e.isHotPtp},
      transaction_id = ${e.transactionId}, payment_mode = ${e.paymentMode},
      call_direction = coalesce(${e.callDirection}, call_direction), effective_at = ${e.effectiveAt},
      verdict = ${e.verdict}, notices = ${JSON.stringify(e.notices)}::jsonb
    where id = ${said.id}`);

/** Last is the latest that happened, best the most important: the changed one may not be it any more (G197). */
const standAnew = (tx: Tx, loanId: number): Promise<number> =>
  tx.run(sql`
    update loans l set last_disposition_id = last.disposition_id, last_disposition_at = last.effective_at,
      best_disposition_id = best.disposition_id, best_sub_disposition_id = best.sub_disposition_id,
      best_disposition_at = best.effective_at, updated_at = now()
    from (select disposition_id, effective_at from borrower_dispositions where loan_id = ${loanId}
        order by effective_at desc, id desc limit 1) last,
      (select e.disposition_id, e.sub_disposition_id, e.effective_at from borrower_dispositions e
        join dispositions d on d.id = e.disposition_id where e.loan_id = ${loanId}
        order by d.priority, e.effective_at desc, e.id desc limit 1) best
    where l.id = ${loanId}`);

export async function revise(tx: Tx, said: Said, e: NewDisposition, isLatest: boolean): Promise<Gone> {
  const before = await keepSave(tx, said, e);
  if (!isLatest) return { before };
  const payment = await withdrawPayment(tx, said, e);
  const askedId = await askAgain(tx, said, e);
  const settlement = askedId ? undefined : await voidSettlement(tx, said, e.userId);
  await rewrite(tx, said, e);
  await standAnew(tx, e.loan.id);
  return { before, payment, settlement, askedId };
}
