/** Postings of payments: the difference between rows of `payments` and the ledger. */
import type { PostingReason } from '#contexts/payments/contract/ledger-words.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { postRows } from './post.ts';

interface Cause {
  /** Where the states before and after do not show it: `undone` by the undo of a file, `received` by a gateway. */
  reason?: PostingReason;
  /** User who caused it; by default, of a new payment, the uploader of its file or the agent who reported it. */
  byId?: number;
  /** Caused by the file in `job_id`: posted in the name of its uploader. */
  isByFile?: boolean;
}

/**
 * Posts the changes of these payments, including deleted ones. Called after every statement that writes `payments`, in
 * its transaction. Compares the rows with their earlier postings; a repeated call posts nothing. Money that only changes
 * its account is one posting; another amount, day, loan or agent is posted as a reversal and a new posting.
 */
export async function postPayments(
  tx: Tx,
  ids: readonly number[] | Fragment,
  cause: Cause = {},
): Promise<void> {
  if (Array.isArray(ids) && ids.length === 0) return;
  const chosen = Array.isArray(ids) ? sql`${[...ids]}::bigint[]` : sql`array(${ids as Fragment})`;
  await postRows(tx, changesOf(chosen, cause), { isSigned: true });
}

/** A full join, because the planner misjudges the number of ids: a nested loop would compare all with all. */
const changesOf = (ids: Fragment, { reason, byId, isByFile = false }: Cause): Fragment => sql`
  with present as (
    select p.id, p.loan_id, l.client_id, p.user_id, p.payment_date, p.amount, p.status, p.job_id, p.source,
      payment_account(p.status, p.realized, p.job_id, p.attempt_id, p.source) as account
    from payments p join loans l on l.id = p.loan_id where p.id = any(${ids})),
  posted as (
    select p.source_id as id, p.loan_id, p.client_id, p.person_id, p.day, k.account, sum(k.n * p.amount)::bigint as amount,
      row_number() over (partition by p.source_id order by k.account, p.day) as place,
      count(*) over (partition by p.source_id) as places
    from postings p cross join lateral (values (p.to_account, 1), (p.from_account, -1)) k (account, n)
    where p.source = 'payment' and p.source_id = any(${ids}) and k.account <> 'borrower'
    group by 1, 2, 3, 4, 5, 6 having sum(k.n * p.amount) <> 0),
  pair as (
    select coalesce(n.id, o.id) as payment_id, coalesce(o.place, 1) as place, o.loan_id, o.client_id, o.person_id, o.day, o.amount,
      o.account as was, n.loan_id as to_loan, n.client_id as to_client, n.user_id as to_person, n.payment_date as to_day,
      n.amount as to_amount, n.account as is_now, n.status, n.job_id, n.source, ${reason ?? null}::text as reason,
      coalesce(o.places = 1 and n.account is not null and (o.loan_id, o.day, o.amount) = (n.loan_id, n.payment_date, n.amount)
        and o.person_id is not distinct from n.user_id, false) as is_moved
    from posted o full join present n on n.id = o.id and o.place = 1)
  select k.loan_id, k.client_id, k.person_id, k.day, k.amount, k.from_account, k.to_account,
    case when c.place > 1 then 'corrected' when c.status is null then coalesce(c.reason, 'withdrawn')
      when c.status in ('same', 'refused') then c.status
      when c.is_now in ('held', 'reversed') and c.was is distinct from c.is_now then c.is_now
      when c.status = 'success' and c.was = 'held' then 'counted'
      when c.reason is not null then c.reason
      when c.is_now = 'gateway' and coalesce(c.was, 'claimed') in ('claimed', 'credited') then 'received'
      when c.is_now = 'credited' and c.was is distinct from 'credited' then 'credited'
      when c.was is null then c.is_now else 'corrected' end as reason,
    'payment' as source, c.payment_id as source_id,
    case when ${byId ?? null}::bigint is not null then ${byId ?? null}::bigint
      when c.job_id is not null and (${isByFile} or c.was is null) then (select created_by from file_jobs where id = c.job_id)
      when c.was is null and c.source = 'DISPOSITION' then c.to_person end as by_id,
    null::text as note
  from pair c cross join lateral (values
      (1, c.loan_id, c.client_id, c.person_id, c.day, abs(c.amount), case when c.amount > 0 then c.was else 'borrower' end,
        case when c.amount < 0 then c.was when c.is_moved then c.is_now else 'borrower' end),
      (2, c.to_loan, c.to_client, c.to_person, c.to_day, c.to_amount, 'borrower', case when not c.is_moved then c.is_now end))
    k (n, loan_id, client_id, person_id, day, amount, from_account, to_account)
  where k.from_account <> k.to_account and k.amount > 0 order by c.payment_id, c.place, k.n`;
