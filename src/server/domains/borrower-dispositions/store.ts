/** Writing an outcome: the loan held, the choice known, the entry, and how the loan stands after it. */
import { type ServerActor, visibleLoans } from '#server/kernel/actor.ts';
import type { Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import type { Outcome } from './rules.ts';

export interface LockedLoan {
  id: number;
  borrowerId: number;
  clientId: number;
  assigneeId: number | null;
}

/** The loan, held until the entry is written; undefined when it is not there or not the caller's. */
export const lockLoan = (tx: Tx, actor: ServerActor, id: number): Promise<LockedLoan | undefined> =>
  tx.one<LockedLoan>(sql`
    select l.id, l.borrower_id as "borrowerId", l.client_id as "clientId", l.assignee_id as "assigneeId"
    from loans l where l.id = ${id} and ${visibleLoans(actor, sql`l.assignee_id`)} for no key update`);

interface Chosen {
  dispositionId: number;
  subId: number | null;
  clientId: number;
  at: Date;
}

/**
 * Undefined unless the disposition is for this client and the sub-disposition belongs to it; else whether one had to be
 * chosen. Retired ones are known still, and one that came later could not be chosen: entries may arrive days late.
 */
export const choiceOf = (tx: Tx, o: Chosen): Promise<{ needsSub: boolean } | undefined> =>
  tx.one<{ needsSub: boolean }>(sql`
    select exists (select from dispositions s where s.parent_id = d.id and s.is_active and s.created_at <= ${o.at}
        and (s.default_apply or exists (select from disposition_clients c where c.disposition_id = s.id and c.client_id = ${o.clientId})))
      as "needsSub"
    from dispositions d
    where d.id = ${o.dispositionId} and d.parent_id is null
      and (d.default_apply or exists (select from disposition_clients c where c.disposition_id = d.id and c.client_id = ${o.clientId}))
      and (${o.subId}::bigint is null or exists (select from dispositions s where s.id = ${o.subId} and s.parent_id = d.id))`);

export const isPaymentMode = async (tx: Tx, mode: string): Promise<boolean> =>
  (await tx.one(
    sql`select 1 as ok from option_values where set = 'paymentMode' and lower(name) = lower(${mode})`,
  )) !== undefined;

export interface Entry extends Outcome {
  key: string | null;
  loan: LockedLoan;
  userId: number;
  dispositionId: number;
  subDispositionId: number | null;
  comments: string;
  callRefNo: string | null;
  callDirection: string | null;
}

/** What this key made before, whoever wrote it. */
export const entryOf = (
  tx: Tx,
  key: string,
): Promise<{ id: number; loanId: number; userId: number } | undefined> =>
  tx.one(sql`
    select id, loan_id as "loanId", user_id as "userId" from borrower_dispositions where client_uuid = ${key}`);

/** Writes the entry; undefined when somebody used its key a moment ago. */
export async function insertEntry(tx: Tx, e: Entry): Promise<number | undefined> {
  const made = await tx.one<{ id: number }>(sql`
    insert into borrower_dispositions (client_uuid, loan_id, borrower_id, user_id, disposition_id, sub_disposition_id,
      comments, amount, action_date, payment_date, settlement_date, follow_up_date, is_hot_ptp, transaction_id, payment_mode,
      call_ref_no, call_direction, effective_at)
    values (${e.key}, ${e.loan.id}, ${e.loan.borrowerId}, ${e.userId}, ${e.dispositionId}, ${e.subDispositionId},
      ${e.comments}, ${e.amount}, ${e.actionDate}, ${e.paymentDate}, ${e.settlementDate}, ${e.followUpDate}, ${e.isHotPtp},
      ${e.transactionId}, ${e.paymentMode}, ${e.callRefNo}, ${e.callDirection}, ${e.effectiveAt})
    on conflict (client_uuid) do nothing returning id`);
  return made?.id;
}

/** Last is the latest that happened, best the most important (G197): an old entry that arrives late moves neither back. */
export const standing = (tx: Tx, e: Entry): Promise<number> =>
  tx.run(sql`
    update loans l set
      last_disposition_id = case when l.last_disposition_at is null or l.last_disposition_at <= ${e.effectiveAt}
        then ${e.dispositionId} else l.last_disposition_id end,
      last_disposition_at = greatest(l.last_disposition_at, ${e.effectiveAt}::timestamptz),
      best_disposition_id = case when new.wins then ${e.dispositionId} else l.best_disposition_id end,
      best_sub_disposition_id = case when new.wins then ${e.subDispositionId}::bigint else l.best_sub_disposition_id end,
      best_disposition_at = case when new.wins then ${e.effectiveAt}::timestamptz else l.best_disposition_at end,
      updated_at = now()
    from (select best.id is null or d.priority < best.priority
        or (d.priority = best.priority and x.best_disposition_at <= ${e.effectiveAt}) as wins
      from loans x join dispositions d on d.id = ${e.dispositionId} left join dispositions best on best.id = x.best_disposition_id
      where x.id = ${e.loan.id}) new
    where l.id = ${e.loan.id}`);

/** A payment told of, to be confirmed (G200). Answers the amount that stood there already for its number, if one did. */
export async function insertPayment(
  tx: Tx,
  e: Entry,
): Promise<{ id: number } | { id: undefined; amount: number }> {
  const made = await tx.one<{ id: number }>(sql`
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode)
    values (${e.loan.id}, ${e.userId}, ${e.transactionId}, ${e.amount}, ${e.paymentDate}, false, 'DISPOSITION', ${e.paymentMode})
    on conflict (loan_id, transaction_id) where transaction_id is not null do nothing returning id`);
  if (made) return made;
  const there = await tx.one<{ amount: number }>(sql`
    select amount from payments where loan_id = ${e.loan.id} and transaction_id = ${e.transactionId}`);
  return { id: undefined, amount: there?.amount ?? 0 };
}

/** The settlement of this loan that stands in the way of another: an approved one, or one to be decided. */
export const settlementOf = (
  tx: Tx,
  loanId: number,
  open: readonly string[],
): Promise<{ status: string } | undefined> =>
  tx.one(sql`
    select status from settlements where loan_id = ${loanId} and (status = 'Approved' or status = any(${open}))
    order by status <> 'Approved' limit 1`);

export async function insertSettlement(tx: Tx, e: Entry, entryId: number): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    insert into settlements (loan_id, user_id, borrower_disposition_id, amount, settlement_date, follow_up_date, comments,
      pre_approved_amount, principal_outstanding)
    select l.id, ${e.userId}, ${entryId}, ${e.amount}, ${e.settlementDate}, ${e.followUpDate}, ${e.comments},
      l.max_settlement_amount, l.principal_outstanding
    from loans l where l.id = ${e.loan.id} returning id`);
  if (!made) throw new Error('settlements: nothing inserted');
  return made.id;
}
