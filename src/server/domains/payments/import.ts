/** What a lender's file says was received (G200): it confirms what agents were told, and adds what nobody told. */
import type { Tx } from '#server/kernel/database.ts';
import type { ImportBy } from '#server/kernel/import.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';
import { restand } from './standing.ts';

interface Changed {
  loanIds: number[];
  people: number[];
  made: number[];
  before: unknown;
}

/** A receipt is known by its number on its loan, whatever its case; said again it changes nothing. */
export async function receive(tx: Tx, rows: Fragment, { jobId, remember }: ImportBy): Promise<number[]> {
  await tx.run(sql`
    create temp table receipts on commit drop as
    select r.loan_id, r.assignee_id, p.id as payment_id, r.row->>'transactionId' as number, (r.row->>'amount')::bigint as amount,
      (r.row->>'paymentDate')::date as paid_on, r.row->>'paymentMode' as mode
    from (${rows}) r left join payments p on p.loan_id = r.loan_id and lower(p.transaction_id) = lower(r.row->>'transactionId')`);
  const changed = await tx.one<Changed>(sql`
    with confirmed as (
      update payments p set amount = r.amount, payment_date = r.paid_on, realized = true, status = 'success',
        mode = coalesce(r.mode, p.mode), job_id = ${jobId}
      from receipts r join payments was on was.id = r.payment_id where p.id = was.id
        and (was.amount, was.payment_date, was.realized, was.status) is distinct from (r.amount, r.paid_on, true, 'success')
      returning r.assignee_id, was.*),
    added as (
      insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, job_id)
      select loan_id, assignee_id, number, amount, paid_on, true, 'PAYMENT_FILE', mode, ${jobId} from receipts where payment_id is null
      returning id, loan_id, user_id),
    touched as (select loan_id, assignee_id from confirmed union select loan_id, user_id from added)
    select coalesce(array_agg(distinct loan_id), '{}') as "loanIds",
      coalesce(array_agg(distinct assignee_id) filter (where assignee_id is not null), '{}') as people,
      (select coalesce(array_agg(id), '{}') from added) as made,
      (select jsonb_agg(to_jsonb(c) - 'assignee_id' - 'loan_id') from confirmed c) as before
    from touched`);
  await tx.run(sql`drop table receipts`);
  if (!changed) return [];
  await remember('payments', changed);
  await remember('touched', { made: changed.loanIds });
  await restand(tx, changed.loanIds);
  return changed.people;
}
