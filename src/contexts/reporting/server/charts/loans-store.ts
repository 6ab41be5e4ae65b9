/** The loans of the month on their way to money, and by age. */
import { type AgeingBucket, ageingBuckets } from '#contexts/reporting/contract/ageing.ts';
import type { FunnelStep } from '#contexts/reporting/contract/charts.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { calledLevels, connected, isCalled, waiting } from '../called.ts';
import { isCollected } from '../figures.ts';
import type { Drawn } from './scope.ts';

const spokenTo = Object.values(dispositionIds);

type Funnel = Record<
  FunnelStep | 'paid' | 'collected' | 'due' | 'keptOfDue' | 'dueBefore' | 'keptOfDueBefore',
  number
>;

/** Loans that were called this month, and whether somebody spoke: by the people they are with, so that nobody else's are read (346). */
const calledBy = (d: Drawn): Fragment => sql`
  select c.loan_id, ${connected} > 0 as spoken from (
    select k.loan_id, k.level from called_loans k
    where k.user_id = 0 and k.month = ${d.month.first} and k.is_active and k.level = any(${calledLevels})
      and ${d.people(sql`k.assignee_id`)} and k.loan_id not in (select w.loan_id from waits w)
    union all select w.loan_id, w.level from waits w
    where w.month = ${d.month.first} and w.is_active and ${isCalled(sql`w.level`)} and ${d.people(sql`w.assignee_id`)}) c
  where c.loan_id <> 0`;

/**
 * Each step holds only loans of the step before. The right person was reached where the outcome says so: a promise, a
 * follow-up, a settlement or a payment, by phone or at the door (decision 095).
 */
export async function funnel(tx: Tx, d: Drawn): Promise<Funnel> {
  const { first, until, back } = d.month;
  const dawn = d.dawn(first);
  const end = sql`(${first} + interval '1 month')`;
  // Looking up each loan of everybody among all loans would find it.
  const theirs = d.isAll && !d.clientIds ? sql`loan_id is not null` : sql`loan_id in (select id from mine)`;
  const row = await tx.planned<Funnel>(sql`
    with mine as materialized (select l.id, l.is_active from loans l where ${d.loans}), ${waiting},
    k as (${calledBy(d)}),
    v as (select loan_id, bool_or(outcome = 'met') as met from visits
      where effective_at >= ${dawn} and ${theirs} group by 1),
    o as (select loan_id, bool_or(disposition_id = any(${spokenTo})) as reached,
        bool_or(disposition_id = ${dispositionIds.PTP}) as promised from borrower_dispositions
      where effective_at >= ${dawn} and ${theirs} group by 1),
    p as (select loan_id, due_on, lapses_on, state from promises
      where state <> 'void_inactive' and due_on >= ${back(1)} and due_on < ${end} and ${theirs}),
    q as (select loan_id, bool_or(state = 'kept') as kept from p where due_on >= ${first} group by 1),
    y as (select p.loan_id, sum(p.amount) as amount from payments p
      where ${isCollected} and p.payment_date between ${first} and ${until} and ${theirs} group by 1),
    f as (
      select mine.id, coalesce(o.promised, false) or q.loan_id is not null as promised, coalesce(o.reached, false) as reached,
        coalesce(k.spoken, false) or coalesce(v.met, false) as answered,
        k.loan_id is not null or v.loan_id is not null or o.loan_id is not null as tried, coalesce(q.kept, false) as kept
      from mine left join k on k.loan_id = mine.id left join v on v.loan_id = mine.id left join o on o.loan_id = mine.id
        left join q on q.loan_id = mine.id
      where mine.is_active)
    select count(*)::int as loans, count(*) filter (where tried or promised)::int as tried,
      count(*) filter (where answered or reached or promised)::int as answered,
      count(*) filter (where reached or promised)::int as "rightParty", count(*) filter (where promised)::int as promised,
      count(*) filter (where kept)::int as kept,
      (select count(*)::int from y) as paid, (select coalesce(sum(amount), 0)::bigint from y) as collected,
      (select count(*)::int from p where lapses_on >= ${first} and lapses_on < ${d.today}) as due,
      (select count(*)::int from p where lapses_on >= ${first} and lapses_on < ${d.today} and state = 'kept') as "keptOfDue",
      (select count(*)::int from p where lapses_on >= ${back(1)} and lapses_on < ${first}) as "dueBefore",
      (select count(*)::int from p where lapses_on >= ${back(1)} and lapses_on < ${first} and state = 'kept') as "keptOfDueBefore"
    from f`);
  const [told] = row;
  if (!told) throw new Error('a sum has a row');
  return told;
}

/** From sums (decision 382). */
export const ageing = (
  tx: Tx,
  d: Drawn,
): Promise<{ bucket: AgeingBucket; loans: number; amount: number }[]> =>
  tx.planned(sql`
    select s.value as bucket, sum(s.loans)::int as loans, sum(s.total)::bigint as amount
    from book_kinds_now s where s.kind = 'age' and ${d.sums}
    group by 1 having sum(s.loans) > 0 order by array_position(${[...ageingBuckets]}::text[], s.value)`);
