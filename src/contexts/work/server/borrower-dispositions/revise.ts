/** An outcome of a call that is said again: the entry takes what was said last, and what had followed from it is undone. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Entry, type Said, isUndecided } from './store.ts';

/** What history tells of an outcome. */
export interface Content {
  dispositionId: number;
  subDispositionId: number | null;
  amount: number | null;
  actionDate: string | null;
}
export const contentOf = ({ dispositionId, subDispositionId, amount, actionDate }: Entry): Content => ({
  dispositionId,
  subDispositionId,
  amount,
  actionDate,
});

interface Gone {
  before: Record<keyof Content, unknown>;
  /** A payment told of that nobody had confirmed. */
  payment?: { id: number; amount: number } | undefined;
  /** A settlement asked for that nobody had looked at. */
  settlement?: { id: number } | undefined;
  /** The settlement that was asked for otherwise. */
  askedId?: number | undefined;
}

/** Keeps the key of the save and what it replaces; older news leaves the entry as it is. */
async function keepSave(tx: Tx, said: Said, e: Entry): Promise<Gone['before']> {
  const kept = await tx.one<{ before: Gone['before'] }>(sql`
    insert into borrower_disposition_saves (client_uuid, borrower_disposition_id, user_id, before)
    select ${e.key}::uuid, d.id, ${e.userId}, to_jsonb(d) from borrower_dispositions d where d.id = ${said.id}
    returning jsonb_build_object('dispositionId', before->'disposition_id', 'subDispositionId', before->'sub_disposition_id',
      'amount', before->'amount', 'actionDate', before->'action_date') as before`);
  if (!kept) throw new Error('no such outcome');
  return kept.before;
}

const withdrawPayment = (tx: Tx, said: Said, loanId: number): Promise<Gone['payment']> =>
  said.transactionId === null
    ? Promise.resolve(undefined)
    : tx.one(sql`
        delete from payments p where loan_id = ${loanId} and payment_number(transaction_id) = payment_number(${said.transactionId})
          and source = 'DISPOSITION' and not realized and status in ('success', 'held') and decided_at is null
          -- Another outcome may tell of it too.
          and not exists (select from borrower_dispositions o where o.loan_id = p.loan_id
            and payment_number(o.transaction_id) = payment_number(p.transaction_id) and o.id <> ${said.id})
        returning id, amount`);

/** Asked for otherwise, it is the same settlement; none when there is none that nobody has looked at. */
const askAgain = async (tx: Tx, said: Said, e: Entry): Promise<number | undefined> =>
  e.settlementDate === null
    ? undefined
    : (
        await tx.one<{ id: number }>(sql`
    update settlements s set amount = ${e.amount}, settlement_date = ${e.settlementDate},
      follow_up_date = ${e.followUpDate}, comments = ${e.comments}, updated_at = now()
    where s.borrower_disposition_id = ${said.id} and ${isUndecided} returning s.id`)
      )?.id;

async function voidSettlement(tx: Tx, said: Said, userId: number): Promise<Gone['settlement']> {
  const gone = await tx.one<{ id: number }>(sql`
    update settlements s set status = 'Void', borrower_disposition_id = null, updated_at = now()
    where s.borrower_disposition_id = ${said.id} and ${isUndecided} returning s.id`);
  if (gone)
    await tx.run(sql`
      insert into settlement_steps (settlement_id, side, status, user_id)
      values (${gone.id}, 'collection', 'Void', ${userId})`);
  return gone;
}

const rewrite = (tx: Tx, said: Said, e: Entry): Promise<number> =>
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

export async function revise(tx: Tx, said: Said, e: Entry, isLatest: boolean): Promise<Gone> {
  const before = await keepSave(tx, said, e);
  if (!isLatest) return { before };
  const payment = await withdrawPayment(tx, said, e.loan.id);
  const askedId = await askAgain(tx, said, e);
  const settlement = askedId ? undefined : await voidSettlement(tx, said, e.userId);
  await rewrite(tx, said, e);
  await standAnew(tx, e.loan.id);
  return { before, payment, settlement, askedId };
}
