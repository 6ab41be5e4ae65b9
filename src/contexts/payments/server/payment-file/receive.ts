/** A lender's file of payments (G200): confirms those agents reported, and adds the others. */
import { eventLog } from '#kernel/server/live/event.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { ImportBy } from '#contexts/files/server/import/import-by.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { doubt } from './doubts.ts';
import { recomputeSummary } from '../summaries/summary.ts';

interface Changed {
  loanIds: number[];
  people: number[];
  made: number[];
  confirmed: number[];
  held: number;
  before: unknown;
}

/** Rows of the file with the payments of their numbers; earlier suspense rows are unchanged. */
export async function gather(tx: Tx, rows: Fragment): Promise<void> {
  await tx.run(sql`
    create temp table receipts on commit drop as
    select r.n, r.loan_id, r.assignee_id, p.id as payment_id, r.row->>'transactionId' as number, r.row->>'transactionIdReceived' as received,
      payment_number(r.row->>'transactionId') as key, (r.row->>'amount')::bigint as amount, (r.row->>'paymentDate')::date as paid_on,
      r.row->>'paymentMode' as mode, null::text as held_for
    from (${rows}) r left join payments p on p.loan_id = r.loan_id and p.status in ('success', 'reversed')
      and payment_number(p.transaction_id) = payment_number(r.row->>'transactionId')`);
  // Matches any number of a payment that has several.
  await tx.run(sql`
    update receipts r set payment_id = p.id from payments p
    where r.payment_id is null and p.loan_id = r.loan_id and p.status in ('success', 'reversed')
      and payment_number(p.told_transaction_id) = r.key`);
  await tx.run(sql`
    update receipts r set payment_id = p.id from payments s join payments p on p.id = s.same_as
    where r.payment_id is null and s.loan_id = r.loan_id and s.status = 'same' and payment_number(s.transaction_id) = r.key
      and p.status in ('success', 'reversed')`);
  await tx.run(sql`
    delete from receipts r using payments h
    where h.loan_id = r.loan_id and h.status in ('held', 'same', 'refused') and h.job_id is not null
      and payment_number(h.transaction_id) = r.key and h.amount = r.amount`);
  // Two names of one payment in one file: one of them is enough.
  await tx.run(sql`
    delete from receipts r using receipts first
    where first.payment_id = r.payment_id and first.n < r.n and first.amount = r.amount`);
  await tx.run(sql`analyze receipts`);
}

/** Whether a file's row `r` changes the payment `was` that it names; a status reported by the gateway is not changed. */
export const isConfirmation = sql`(was.job_id is null or not was.realized
  or (was.attempt_id is null and (was.amount <> r.amount or was.payment_date <> r.paid_on)))`;

/** Confirms existing payments, puts suspicious ones in suspense, adds the others. */
export async function receive(tx: Tx, rows: Fragment, { jobId, remember }: ImportBy): Promise<number[]> {
  await gather(tx, rows);
  const setAside = await doubt(tx);
  // The gateway's status is binding: a file confirms its payments and changes nothing in them.
  const changed = await tx.one<Changed>(sql`
    with confirmed as (
      update payments p set amount = case when p.attempt_id is null then r.amount else p.amount end, payment_date = case when p.attempt_id is null then r.paid_on else p.payment_date end,
        realized = true, mode = case when p.attempt_id is null then coalesce(r.mode, p.mode) else p.mode end, job_id = ${jobId}
      from receipts r join payments was on was.id = r.payment_id where p.id = was.id and r.held_for is null
        and ${isConfirmation}
      returning r.assignee_id, was.*),
    added as (
      insert into payments (loan_id, user_id, transaction_id, transaction_id_received, amount, payment_date, realized, source, mode, job_id, status, held_for)
      select loan_id, assignee_id, number, received, amount, paid_on, true, 'PAYMENT_FILE', mode, ${jobId},
        case when held_for is null then 'success' else 'held' end, held_for
      from receipts where payment_id is null or held_for is not null
      returning id, loan_id, user_id, held_for),
    touched as (select loan_id, assignee_id from confirmed union select loan_id, user_id from added)
    select coalesce(array_agg(distinct loan_id), '{}') as "loanIds",
      coalesce(array_agg(distinct assignee_id) filter (where assignee_id is not null), '{}') as people,
      (select coalesce(array_agg(id), '{}') from added) as made,
      (select coalesce(array_agg(id), '{}') from confirmed) as confirmed,
      (select count(*)::int from added where held_for is not null) as held,
      (select jsonb_agg(to_jsonb(c) - 'assignee_id' - 'loan_id') from confirmed c) as before
    from touched`);
  await tx.run(sql`drop table receipts`);
  if (!changed) return [];
  const { people, made, confirmed, before } = changed;
  await postPayments(tx, [...confirmed, ...made], { isByFile: true });
  await remember('payments', { made, before });
  await remember('touched', { made: changed.loanIds });
  await recomputeSummary(tx, [...changed.loanIds, ...setAside]);
  await tell(tx, changed.held + setAside.length, jobId);
  return people;
}

async function tell(tx: Tx, count: number, jobId: number): Promise<void> {
  if (count === 0) return;
  const events = eventLog(null, null);
  events.emit('payments.held', { id: jobId, facts: { loanId: null, count }, to: [] });
  await events.flush(tx, []);
}
