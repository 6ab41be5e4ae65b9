/** What a lender's file says was received (G200): it confirms what agents were told, and adds what nobody told. */
import type { Tx } from '#server/kernel/database.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';
import { restand } from './standing.ts';

interface Changed {
  loanId: number;
  assigneeId: number | null;
}

/** A receipt is known by its number on its loan, whatever its case; said again it changes nothing. */
export async function receive(
  tx: Tx,
  rows: Fragment,
  by: { userId: number; jobId: number },
): Promise<number[]> {
  await tx.run(sql`
    create temp table receipts on commit drop as
    select r.loan_id, r.assignee_id, p.id as payment_id, r.row->>'transactionId' as number, (r.row->>'amount')::bigint as amount,
      (r.row->>'paymentDate')::date as paid_on, r.row->>'paymentMode' as mode
    from (${rows}) r left join payments p on p.loan_id = r.loan_id and lower(p.transaction_id) = lower(r.row->>'transactionId')`);
  const changed = await tx.rows<Changed>(sql`
    with confirmed as (
      update payments p set amount = r.amount, payment_date = r.paid_on, realized = true, status = 'success',
        mode = coalesce(r.mode, p.mode), job_id = ${by.jobId}
      from receipts r where p.id = r.payment_id
        and (p.amount, p.payment_date, p.realized, p.status) is distinct from (r.amount, r.paid_on, true, 'success')
      returning p.loan_id),
    added as (
      insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, job_id)
      select loan_id, assignee_id, number, amount, paid_on, true, 'PAYMENT_FILE', mode, ${by.jobId} from receipts where payment_id is null
      returning loan_id)
    select distinct c.loan_id as "loanId", l.assignee_id as "assigneeId"
    from (select loan_id from confirmed union all select loan_id from added) c join loans l on l.id = c.loan_id`);
  await tx.run(sql`drop table receipts`);
  await restand(
    tx,
    changed.map(({ loanId }) => loanId),
  );
  return changed.flatMap(({ assigneeId }) => assigneeId ?? []);
}
