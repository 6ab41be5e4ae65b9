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

/** What the file says, each row with the payment it is about: the one of its number, whatever the case. */
async function gather(tx: Tx, rows: Fragment): Promise<void> {
  await tx.run(sql`
    create temp table receipts on commit drop as
    select r.n, r.loan_id, r.assignee_id, p.id as payment_id, r.row->>'transactionId' as number, (r.row->>'amount')::bigint as amount,
      (r.row->>'paymentDate')::date as paid_on, r.row->>'paymentMode' as mode
    from (${rows}) r left join payments p on p.loan_id = r.loan_id and lower(p.transaction_id) = lower(r.row->>'transactionId')`);
  // Known under the other number of a payment that has two, unless the file names that one as well.
  await tx.run(sql`
    update receipts r set payment_id = p.id from payments p
    where r.payment_id is null and p.loan_id = r.loan_id and p.amount = r.amount
      and lower(p.told_transaction_id) = lower(r.number) and not exists (select from receipts o where o.payment_id = p.id)`);
}

/**
 * What an agent was told or a gateway said comes in a lender's file under the bank's number: the same amount within three
 * days is the same payment, each of them once.
 */
const pair = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update receipts r set payment_id = m.id from (
      with free as (
        select n, loan_id, amount, paid_on, row_number() over (partition by loan_id, amount order by paid_on, n) as place
        from receipts where payment_id is null),
      awaited as (
        select p.id, p.loan_id, p.amount, p.payment_date,
          row_number() over (partition by p.loan_id, p.amount order by p.payment_date, p.id) as place
        from payments p where p.loan_id in (select loan_id from free) and p.status = 'success'
          and (not p.realized or (p.attempt_id is not null and p.job_id is null))
          and not exists (select from receipts o where o.payment_id = p.id))
      select f.n, w.id from free f join awaited w using (loan_id, amount, place)
      where abs(w.payment_date - f.paid_on) <= 3) m
    where r.n = m.n`);

/** A receipt that is known is confirmed, any other is added; said again it changes nothing. */
export async function receive(tx: Tx, rows: Fragment, { jobId, remember }: ImportBy): Promise<number[]> {
  await gather(tx, rows);
  await pair(tx);
  const changed = await tx.one<Changed>(sql`
    with confirmed as (
      update payments p set amount = r.amount, payment_date = r.paid_on, realized = true, status = 'success',
        mode = coalesce(r.mode, p.mode), job_id = ${jobId},
        transaction_id = case when was.realized or lower(was.transaction_id) = lower(r.number) then p.transaction_id else r.number end,
        told_transaction_id = case when lower(was.transaction_id) = lower(r.number) then p.told_transaction_id
          else coalesce(p.told_transaction_id, case when was.realized then r.number else was.transaction_id end) end
      from receipts r join payments was on was.id = r.payment_id where p.id = was.id
        and ((was.amount, was.payment_date, was.realized, was.status) is distinct from (r.amount, r.paid_on, true, 'success')
          or (lower(was.transaction_id) is distinct from lower(r.number)
            and lower(was.told_transaction_id) is distinct from lower(r.number)))
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
