/** Writes and revokes no-dues letters. */
import type { PaidOff } from '#contexts/loans/server/pay-off.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Writes the letters of paid-off loans, and revokes those of loans that are owed again. */
export async function writeNoDues(tx: Tx, { paidOff, owedAgain }: PaidOff): Promise<void> {
  if (owedAgain.length > 0)
    await tx.run(sql`
      update no_dues_letters set revoked_at = now()
      where loan_id = any(${[...owedAgain]}::bigint[]) and revoked_at is null`);
  if (paidOff.length === 0) return;
  await tx.run(sql`
    insert into no_dues_letters (loan_id, client_id, settlement_id, paid, paid_on, words, issued_at)
    select l.id, l.client_id, s.id, coalesce(s.amount,
        (select sum(p.amount) from payments p where p.loan_id = l.id and p.realized and p.status = 'success'), 0),
      coalesce(l.latest_realize_payment_date, (l.paid_off_at at time zone 'Asia/Kolkata')::date), c.no_dues_text, l.paid_off_at
    from loans l join clients c on c.id = l.client_id left join lateral (
      select t.id, t.amount from settlements t left join settlement_plans q on q.settlement_id = t.id
      where t.loan_id = l.id and t.status = 'Approved' and l.payment_status = 'Settlement Paid'
      order by q.state = 'paid' desc nulls last, t.id desc limit 1) s on true
    where l.id = any(${[...paidOff]}::bigint[]) order by l.id`);
}

/** Withdraws unsent offers of settlements on paid-off loans. */
export const withdrawOffers = (tx: Tx, { paidOff }: PaidOff): Promise<number> =>
  tx.run(sql`
    update settlement_plans set tell_at = null
    where loan_id = any(${[...paidOff]}::bigint[]) and tell_at is not null`);
