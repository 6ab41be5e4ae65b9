/** Pays loans off, or opens them again, after their payment status or total changed. */
import { consequencesOf } from './consequences.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { isPaidOff } from './loan-state.ts';

export interface PaidOff {
  /** Loans that are paid off now. */
  paidOff: readonly number[];
  /** Loans that were paid off and have a balance again. */
  owedAgain: readonly number[];
}
/** Messages, links, leads, promises and letters of these loans; listed in `app/server/consequences.ts`. */
export const paidOffConsequences = consequencesOf<PaidOff>('paid-off loans');

/**
 * Sets since when these loans are paid off, and runs the consequences; the caller has locked the loans. A stated total of
 * zero turns a part payment into a foreclosure.
 */
export async function payOff(tx: Tx, loanIds: readonly number[]): Promise<void> {
  if (loanIds.length === 0) return;
  const changed = await tx.rows<{ id: number; was: boolean; isNow: boolean }>(sql`
    with judged as (
      select l.id, l.paid_off_at, l.total_outstanding,
        case when l.total_outstanding = 0 and l.total_is_known and l.payment_status in ('Partially Paid', 'Amt < 100')
          then 'Foreclosure' else l.payment_status end as payment_status
      from loans l where l.id = any(${[...loanIds]}::bigint[]))
    update loans l set payment_status = j.payment_status,
      paid_off_at = case when ${isPaidOff(sql`j`)} then coalesce(l.paid_off_at, now()) end
    from judged j where l.id = j.id
      and (${isPaidOff(sql`j`)} <> (j.paid_off_at is not null) or l.payment_status <> j.payment_status)
    returning l.id, j.paid_off_at is not null as was, l.paid_off_at is not null as "isNow"`);
  const paidOff = changed.filter(({ was, isNow }) => isNow && !was).map(({ id }) => id);
  const owedAgain = changed.filter(({ was, isNow }) => was && !isNow).map(({ id }) => id);
  if (paidOff.length + owedAgain.length > 0) await paidOffConsequences.run(tx, { paidOff, owedAgain });
}
