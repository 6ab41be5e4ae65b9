/** Promises of PTP dispositions: opened, and replaced when their disposition changes. */
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Promises of the dispositions `d` that are PTPs. */
const promisesOf = (which: Fragment): Fragment => sql`
  insert into promises (id, loan_id, amount, needed, made_at, made_on, due_on, lapses_on, state, assignee_id)
  select d.id, d.loan_id, d.amount, ceil(d.amount * c.promise_kept_percent / 100.0), d.effective_at,
    (d.effective_at at time zone 'Asia/Kolkata')::date, d.action_date, d.action_date + c.promise_grace_days,
    case when l.is_active then 'open' else 'void_inactive' end, l.assignee_id
  from borrower_dispositions d join loans l on l.id = d.loan_id join clients c on c.id = l.client_id
  where d.disposition_id = ${dispositionIds.PTP} and d.amount is not null and d.action_date is not null and ${which}
  on conflict (id) do nothing`;

/**
 * Opens the promises of dispositions of locked loans; queues them for judgement if payments of their time exist:
 * payments may precede a disposition that a phone sends late.
 */
export const openPromises = (tx: Tx, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    with made as (${promisesOf(sql`d.id = any(${[...ids]}::bigint[])`)} returning loan_id, made_on)
    insert into promise_queue (loan_id) select distinct m.loan_id from made m
    where exists (select from payments y where y.loan_id = m.loan_id and y.payment_date >= m.made_on)`);

/** Deletes promises that differ from their disposition, and queues the other promises of their loans. */
export const dropPromises = (tx: Tx, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    with gone as (
      delete from promises p using borrower_dispositions d
      where d.id = p.id and d.id = any(${[...ids]}::bigint[])
        and (d.disposition_id, d.amount, d.action_date) is distinct from (${dispositionIds.PTP}, p.amount, p.due_on)
      returning p.loan_id)
    insert into promise_queue (loan_id) select loan_id from gone`);

/** Opens the promises of all dispositions of a loaded database. */
export async function openAllPromises(tx: Tx): Promise<void> {
  await tx.run(promisesOf(sql`true`));
  await tx.run(sql`
    insert into promise_queue (loan_id, is_old)
    select distinct loan_id, true from promises where state <> 'void_inactive' order by loan_id`);
}
