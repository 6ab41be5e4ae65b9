/** Writes of dispositions: lock, options, row, and the loan's state. */
import type { Notice, Verdict } from '#kernel/contract/outbox/sync-rows.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { LockedLoan } from '#contexts/loans/server/judge/judge.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { DispositionOutcome } from './rules.ts';

interface Chosen {
  loanId: number;
  dispositionId: number;
  subId: number | null;
  at: Date;
}
export interface ChosenDisposition {
  needsSub: boolean;
  subName: string | null;
  isRetired: boolean;
  isDeath: boolean;
}

/**
 * Undefined unless the disposition is available for this client and the sub-disposition belongs to it; else whether one
 * was required. Retired ones are accepted, and later ones were not selectable: entries may arrive days late.
 */
export const choiceOf = (tx: Tx, o: Chosen): Promise<ChosenDisposition | undefined> =>
  tx.one<ChosenDisposition>(sql`
    select exists (select from dispositions s where s.parent_id = d.id and s.is_active and s.created_at <= ${o.at}
        and (s.default_apply or exists (select from disposition_clients c where c.disposition_id = s.id and c.client_id = l.client_id)))
      as "needsSub",
      not d.is_active or exists (select from dispositions s where s.id = ${o.subId} and not s.is_active) as "isRetired",
      d.is_death or exists (select from dispositions s where s.id = ${o.subId} and s.is_death) as "isDeath",
      (select s.name from dispositions s where s.id = ${o.subId}) as "subName"
    from loans l join dispositions d on d.id = ${o.dispositionId} and d.parent_id is null
    where l.id = ${o.loanId}
      and (d.default_apply or exists (select from disposition_clients c where c.disposition_id = d.id and c.client_id = l.client_id))
      and (${o.subId}::bigint is null or exists (select from dispositions s where s.id = ${o.subId} and s.parent_id = d.id))`);

export const isPaymentMode = async (tx: Tx, mode: string): Promise<boolean> =>
  (await tx.one(
    sql`select 1 as ok from option_values where set = 'paymentMode' and lower(name) = lower(${mode})`,
  )) !== undefined;

export interface NewDisposition extends DispositionOutcome {
  key: string | null;
  loan: LockedLoan;
  userId: number;
  dispositionId: number;
  subDispositionId: number | null;
  comments: string;
  callRefNo: string | null;
  callDirection: string | null;
  verdict: Verdict;
  notices: readonly Notice[];
}

/** Previous disposition of the same call. */
export interface Said {
  id: number;
  effectiveAt: string;
  transactionId: string | null;
}

export interface RecordContext {
  /** Id of the new row. */
  id: number;
  /** Existing disposition of this key, by any user. */
  earlier: { id: number; loanId: number; userId: number } | null;
  /** The author's previous disposition of the call. */
  said: Said | null;
  /** Whether the author recorded an equal one for this loan within ten minutes, under another key. */
  hasTwin: boolean;
  /** When the author saved the very same, comments and payment included, within two minutes, under another key. */
  sameAt: string | null;
}
interface Wanted extends Chosen {
  outcome: DispositionOutcome | null;
  comments: string;
  userId: number;
  key: string | null;
  callRefNo: string | null;
}
export async function recordContext(tx: Tx, o: Wanted): Promise<RecordContext> {
  const twins = sql`from borrower_dispositions t
        where t.loan_id = ${o.loanId} and t.user_id = ${o.userId} and t.disposition_id = ${o.dispositionId}
          and t.sub_disposition_id is not distinct from ${o.subId}::bigint
          and t.amount is not distinct from ${o.outcome?.amount ?? null}::bigint
          and t.action_date is not distinct from ${o.outcome?.actionDate ?? null}::date
          and t.client_uuid is distinct from ${o.key}::uuid
          and (${o.callRefNo}::text is null or t.call_ref_no is distinct from ${o.callRefNo}::text)`;
  const around = (
    time: string,
  ): Fragment => sql`t.effective_at between ${o.at}::timestamptz - ${time}::interval
        and ${o.at}::timestamptz + ${time}::interval`;
  const place = await tx.one<RecordContext>(sql`
    select nextval('borrower_dispositions_id_seq') as id,
      (select jsonb_build_object('id', e.id, 'loanId', e.loan_id, 'userId', e.user_id)
        from borrower_dispositions e where e.id = coalesce(
          (select k.id from borrower_dispositions k where k.client_uuid = ${o.key}::uuid),
          (select k.borrower_disposition_id from borrower_disposition_saves k where k.client_uuid = ${o.key}::uuid))) as earlier,
      (select jsonb_build_object('id', c.id, 'effectiveAt', c.effective_at, 'transactionId', c.transaction_id)
        from borrower_dispositions c where c.call_ref_no = ${o.callRefNo}::text and c.loan_id = ${o.loanId}
          and c.user_id = ${o.userId} order by c.id limit 1) as said,
      exists (select ${twins} and ${around('10 minutes')}) as "hasTwin",
      (select max(t.effective_at) ${twins} and ${around('2 minutes')} and t.comments = ${o.comments}
        and t.follow_up_date is not distinct from ${o.outcome?.followUpDate ?? null}::timestamptz
        and t.payment_mode is not distinct from ${o.outcome?.paymentMode ?? null}::text
        and t.transaction_id is not distinct from ${o.outcome?.transactionId ?? null}::text) as "sameAt"`);
  if (!place) throw new Error('no place for an entry');
  return place;
}

/**
 * Inserts the row, and updates the loan's state: last is the latest by time, best the most important (G197), so a late
 * old entry changes neither.
 */
export const insertEntry = (tx: Tx, id: number, e: NewDisposition): Promise<number> =>
  tx.run(sql`
    with written as (
      insert into borrower_dispositions (id, client_uuid, loan_id, borrower_id, user_id, disposition_id, sub_disposition_id,
        comments, amount, action_date, payment_date, settlement_date, follow_up_date, is_hot_ptp, transaction_id, payment_mode,
        call_ref_no, call_direction, effective_at, verdict, notices)
      values (${id}, ${e.key}, ${e.loan.id}, ${e.loan.borrowerId}, ${e.userId}, ${e.dispositionId}, ${e.subDispositionId},
        ${e.comments}, ${e.amount}, ${e.actionDate}, ${e.paymentDate}, ${e.settlementDate}, ${e.followUpDate}, ${e.isHotPtp},
        ${e.transactionId}, ${e.paymentMode}, ${e.callRefNo}, ${e.callDirection}, ${e.effectiveAt},
        ${e.verdict}, ${JSON.stringify(e.notices)}::jsonb))
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
