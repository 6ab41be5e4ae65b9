/** Locks and judges a loan for an entry; used by every command that may have been queued. */
import { Failure } from '#kernel/contract/failure.ts';
import { visibleLoan } from '../visible.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { DuplicateOf, NeedsReview } from '#kernel/server/http/delivery.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { type Findings, type LoanNow, judgementOf } from './replay-rules.ts';
import { sql } from '#kernel/server/database/sql.ts';

export interface LockedLoan extends LoanNow {
  id: number;
  borrowerId: number;
  clientId: number;
  assigneeId: number | null;
  /** The transaction that changed it last. */
  version: number;
  /** Paise. */
  totalOutstanding: number;
  emiAmount: number | null;
  /** The audience of its events: assignee, author, and all above them. */
  watchers: number[];
}
interface Row extends Omit<LockedLoan, 'closedAt' | 'dncSince'> {
  closedAt: string | null;
  dncSince: string | null;
}
const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Effective time of an entry: from its delivery, else from its content, capped at now. */
export function momentFor({ delivery, now }: Context, occurredAt?: string): Date {
  if (delivery?.queued) return delivery.queued.effectiveAt;
  const said = occurredAt ? new Date(occurredAt) : now;
  return Number.isNaN(said.getTime()) || said > now ? now : said;
}

/**
 * Locks the loan until commit, and reads the facts for the rules: its assignee at the entry's time is from the
 * assignment history. Null when it does not exist.
 */
export async function lockLoan({ tx, actor }: Context, loanId: number, at: Date): Promise<LockedLoan | null> {
  const row = await tx.one<Row>(sql`
    select l.id, l.borrower_id as "borrowerId", l.client_id as "clientId", l.assignee_id as "assigneeId",
      l.changed_tx::text::bigint as version, l.total_outstanding as "totalOutstanding", l.emi_amount as "emiAmount",
      l.is_active as "isActive", l.paid_off_at is not null as "isPaidOff", l.is_dnc as "isDnc", ${visibleLoan(actor, sql`l`)} as "isSeen",
      case when l.is_active then null else coalesce((select max(g.created_at) from sync_gone g
        where g.loan_id = l.id and g.user_id = l.assignee_id), l.updated_at) end as "closedAt",
      case when l.is_dnc then (select min(n.updated_at) from dnc_numbers n where n.loan_id = l.id and n.status = 'active') end
        as "dncSince",
      coalesce((select ${visibleLoans(actor, sql`a.user_id`)} from loan_assignments a
        where a.loan_id = l.id and a.at <= ${at} order by a.at desc, a.id desc limit 1), false) as "wasSeen",
      array(select distinct w.ancestor_id from user_below w where w.user_id in (l.assignee_id, ${actor.id}::bigint)) as watchers
    from loans l where l.id = ${loanId} for no key update of l`);
  return row ? { ...row, closedAt: momentOf(row.closedAt), dncSince: momentOf(row.dncSince) } : null;
}

/** Online, an invisible loan is answered as not found. */
export function refuseUnseen({ delivery }: Context, loan: LockedLoan | null): void {
  if (!loan?.isSeen && !delivery?.queued) throw new Failure('NOT_FOUND');
}

/** Adds notices to the entry; throws when it is rejected, a duplicate, or needs review. */
export function judge(context: Context, loan: LockedLoan | null, at: Date, findings: Findings): LockedLoan {
  const { delivery, now } = context;
  const queued = delivery?.queued ?? null;
  const judgement = judgementOf({
    ...findings,
    now,
    loan,
    effectiveAt: at,
    isLive: queued === null,
    isReviewed: queued?.isReviewed ?? false,
    knewDnc: queued?.base?.isDNC ?? false,
  });
  if (judgement.verdict === 'REJECTED' || !loan) {
    const {
      code,
      field,
      fault = 'invalid',
    } = judgement.verdict === 'REJECTED' ? judgement : { code: 'NOT_FOUND' as const };
    throw new Failure(code, {}, field === undefined ? [] : [{ path: field, fault }]);
  }
  if (judgement.verdict === 'DUPLICATE_OF') throw new DuplicateOf(judgement.id);
  if (judgement.verdict === 'NEEDS_REVIEW') throw new NeedsReview(judgement.reasons, judgement.differences);
  delivery?.notices.push(...judgement.notices);
  return loan;
}
