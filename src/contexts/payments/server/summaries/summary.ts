/** What a loan repeats of its payments: the latest one, its class and how long it has been paid (G065, G067). */
import { payOff } from '#contexts/loans/server/pay-off.ts';
import { consequencesOf } from '#contexts/loans/server/consequences.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** Payment summary of these loans. */
const toldOf = (loanIds: readonly number[]): Fragment => sql`(
      select w.id, last.amount, last.paid_on,
        case when exists (select from settlement_plans q where q.loan_id = w.id and q.state = 'paid') then 'Settlement Paid'
          -- Loans of before settlements were judged stay as they are.
          when w.payment_status = 'Settlement Paid' and not exists (select from settlement_plans q where q.loan_id = w.id)
            then w.payment_status
          when coalesce(sums.total, 0) = 0 then 'Unpaid' when w.total_outstanding = 0 and w.total_is_known then 'Foreclosure'
          when sums.this_month > 0 and sums.this_month < 10000 then 'Amt < 100' else 'Partially Paid' end as status,
        case when ago @> array[1, 2, 3] then 'Last 3 Months' when ago @> array[1, 2] then 'Last 2 Months'
          when ago @> array[1] then 'Last Month' when newest <= 3 then 'Any time in last 3 Months'
          when newest <= 6 then 'Any time in last 6 Months' when newest is not null then 'Before 6 months' end as history
      from loans w
        left join lateral (
          select p.amount, p.payment_date as paid_on from payments p
          where p.loan_id = w.id and p.realized and p.status = 'success' order by p.payment_date desc, p.id desc limit 1) last on true
        left join lateral (
          select sum(p.amount)::bigint as total, min(p.ago) as newest, array_agg(distinct p.ago) as ago,
            coalesce(sum(p.amount) filter (where p.ago <= 0), 0)::bigint as this_month
          from (select amount, ((extract(year from ${today}) - extract(year from payment_date)) * 12
              + extract(month from ${today}) - extract(month from payment_date))::int as ago
            from payments where loan_id = w.id and realized and status = 'success') p) sums on true
      where w.id = any(${[...loanIds]}::bigint[]))`;
const differs = sql`(l.latest_realize_payment_amount, l.latest_realize_payment_date, l.payment_status, l.payment_history_status)
  is distinct from (told.amount, told.paid_on, told.status, told.history)`;

/** Promises and payment plans of these loans; listed in `app/server/consequences.ts`. */
export const paymentConsequences = consequencesOf<readonly number[]>('payments');

/** Recomputes these loans from realised payments, and pays them off or opens them again; the caller has locked them. */
export async function correctSummary(tx: Tx, loanIds: readonly number[]): Promise<number> {
  const changed = await tx.run(sql`
    update loans l set latest_realize_payment_amount = told.amount, latest_realize_payment_date = told.paid_on,
      payment_status = told.status, payment_history_status = told.history, updated_at = now()
    from ${toldOf(loanIds)} told where l.id = told.id and ${differs}`);
  await payOff(tx, loanIds);
  return changed;
}

/** Recomputes loans after a change of their payments, with the consequences of the payments; the caller has locked them. */
export async function recomputeSummary(tx: Tx, loanIds: readonly number[]): Promise<number> {
  const changed = await correctSummary(tx, loanIds);
  await paymentConsequences.run(tx, loanIds);
  return changed;
}

/** Loans with a summary different from their payments; without a lock, because nearly all are correct. */
export const staleAmong = async (tx: Tx, loanIds: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(
      sql`select l.id from loans l join ${toldOf(loanIds)} told on told.id = l.id where ${differs}`,
    )
  ).map(({ id }) => id);
