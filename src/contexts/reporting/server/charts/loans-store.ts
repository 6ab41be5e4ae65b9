/** The loans of the month on their way to money, and by age. */
import { type AgeingBucket, ageingBuckets } from '#contexts/reporting/contract/ageing.ts';
import type { FunnelStep } from '#contexts/reporting/contract/charts.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import { isCollected } from '../figures.ts';
import { PAID, monthSumsOf, steps } from '../months.ts';
import type { Drawn } from './scope.ts';

type Funnel = Record<
  FunnelStep | 'paid' | 'collected' | 'due' | 'keptOfDue' | 'dueBefore' | 'keptOfDueBefore',
  number
>;

/** Promises `p` whose day was over in these months, by whose they are; of lenders their loans are asked. */
const lapsed = (d: Drawn): Fragment => sql`
  select p.lapses_on, p.state from promises p ${d.clientIds ? sql`join loans l on l.id = p.loan_id` : empty}
  where p.state <> 'void_inactive' and p.lapses_on >= ${d.month.back(1)} and p.lapses_on < ${d.today}
    and ${d.clientIds ? d.loans : d.people(sql`p.assignee_id`)}`;
/** Loans of which money of this month is dated later than today alone: they have not paid yet. */
const paidAhead = (d: Drawn): Fragment => sql`
  select count(distinct p.loan_id) from payments p join loans l on l.id = p.loan_id
  where ${isCollected} and p.payment_date > ${d.month.until} and p.payment_date < ${d.month.first} + interval '1 month' and ${d.loans}
    and not exists (select from payments e where e.loan_id = p.loan_id and e.realized and e.status = 'success'
      and e.payment_date between ${d.month.first} and ${d.month.until})`;

/**
 * Each step holds only loans of the step before, from sums (decision 384). The right person was reached where the outcome
 * says so: a promise, a follow-up, a settlement or a payment, by phone or at the door (decision 095).
 */
export async function funnel(tx: Tx, d: Drawn): Promise<Funnel> {
  const { first, until } = d.month;
  const from = (step: number): Fragment =>
    sql`coalesce(sum(s.loans) filter (where s.is_active and s.step >= ${step}::int), 0)::int`;
  const [told] = await tx.planned<Funnel>(sql`
    with p as materialized (${lapsed(d)})
    select (select coalesce(sum(s.loans), 0)::int from book_sums_now s where s.is_active and ${d.sums}) as loans,
      ${from(steps.tried)} as tried, ${from(steps.answered)} as answered, ${from(steps.rightParty)} as "rightParty",
      ${from(steps.promised)} as promised, ${from(steps.kept)} as kept,
      coalesce(sum(s.loans) filter (where s.paid = ${PAID}), 0)::int - (${paidAhead(d)})::int as paid,
      (select coalesce(sum(s.collected), 0)::bigint from ${d.days} s where s.day between ${first} and ${until} and ${d.sums}) as collected,
      (select count(*)::int from p where lapses_on >= ${first}) as due,
      (select count(*)::int from p where lapses_on >= ${first} and state = 'kept') as "keptOfDue",
      (select count(*)::int from p where lapses_on < ${first}) as "dueBefore",
      (select count(*)::int from p where lapses_on < ${first} and state = 'kept') as "keptOfDueBefore"
    from month_counts_now s where s.month = ${first} and ${monthSumsOf(d, d.clientIds)}`);
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
