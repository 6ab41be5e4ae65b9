/** When a settlement is an agreement with its borrower, so that no person of the agency changes it alone. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Day from which money counts for a plan `q`. */
export const countsFrom: Fragment = sql`coalesce(q.counts_from, q.offered_on)`;

/** Paise received by the ledger for a plan `q`, since money counts for it. */
export const receivedFor: Fragment = sql`(
  select coalesce(sum(collected_by(g.from_account, g.to_account) * g.amount), 0)::bigint from postings g
  where g.loan_id = q.loan_id and g.source = 'payment' and g.day >= ${countsFrom})`;

/** True where the borrower accepted settlement `t`, or paid on its plan, and it is not broken. */
export const isAgreed: Fragment = sql`(t.status = 'Approved' and exists (
  select from settlement_plans q where q.settlement_id = t.id and q.state in ('accepted', 'running', 'late', 'paid')
    and (q.accepted_at is not null or ${receivedFor} > 0)))`;
