/** Conditions under which a settlement is an agreement with its borrower, which the agency cannot change alone. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** First day of included payments for plan `q`. */
export const countsFrom: Fragment = sql`coalesce(q.counts_from, q.offered_on)`;

/** Paise posted for plan `q` since that day. */
export const receivedFor: Fragment = sql`(
  select coalesce(sum(collected_by(g.from_account, g.to_account) * g.amount), 0)::bigint from postings g
  where g.loan_id = q.loan_id and g.source = 'payment' and g.day >= ${countsFrom})`;

/** True if the borrower accepted settlement `t`, or paid on its plan, and it is not broken. */
export const isAgreed: Fragment = sql`(t.status = 'Approved' and exists (
  select from settlement_plans q where q.settlement_id = t.id and q.state in ('accepted', 'running', 'late', 'paid')
    and (q.accepted_at is not null or ${receivedFor} > 0)))`;
