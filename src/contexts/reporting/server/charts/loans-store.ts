/** The loans of the month on their way to money, and by age. */
import { type AgeingBucket, ageingBuckets } from '#contexts/reporting/contract/ageing.ts';
import type { FunnelStep } from '#contexts/reporting/contract/charts.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { isCollected } from '../figures.ts';
import { PAID, ofPeople, steps, sumsOf } from '../months.ts';
import type { Drawn } from './scope.ts';

type Funnel = Record<
  FunnelStep | 'paid' | 'collected' | 'due' | 'keptOfDue' | 'dueBefore' | 'keptOfDueBefore',
  number
>;

/** Lapsed PTPs `s` by day: totals, except with a lender filter. */
const lapses = (d: Drawn): Fragment =>
  d.clientIds
    ? sql`(select p.lapses_on, 1 as promises, (p.state = 'kept')::int as kept
        from promises p join loans l on l.id = p.loan_id where p.state <> 'void_inactive' and ${d.loans})`
    : sql`(select s.lapses_on, s.promises, s.kept from promise_lapses_now s where ${ofPeople(d)})`;
/** Those of this month, and of the one before. */
const lapsed = (d: Drawn): Fragment => {
  const inMonth = sql`s.lapses_on >= ${d.month.first}`;
  const sum = (what: Fragment, when: Fragment): Fragment =>
    sql`coalesce(sum(${what}) filter (where ${when}), 0)::int`;
  return sql`
    select ${sum(sql`s.promises`, inMonth)} as due, ${sum(sql`s.kept`, inMonth)} as "keptOfDue",
      ${sum(sql`s.promises`, sql`not ${inMonth}`)} as "dueBefore", ${sum(sql`s.kept`, sql`not ${inMonth}`)} as "keptOfDueBefore"
    from ${lapses(d)} s where s.lapses_on >= ${d.month.back(1)} and s.lapses_on < ${d.today}`;
};
/** Loans of which money of this month is dated later than today alone: they have not paid yet. */
const paidAhead = (d: Drawn): Fragment => sql`
  select count(distinct p.loan_id) from payments p join loans l on l.id = p.loan_id
  where ${isCollected} and p.payment_date > ${d.month.until} and p.payment_date < ${d.month.first} + interval '1 month' and ${d.loans}
    and not exists (select from payments e where e.loan_id = p.loan_id and e.realized and e.status = 'success'
      and e.payment_date between ${d.month.first} and ${d.month.until})`;

/**
 * Each step contains only loans of the previous one, from totals (decision 560). Right party contact is derived from the
 * disposition: a PTP, a follow-up, a settlement or a payment, by phone or visit (decision 061).
 */
export async function funnel(tx: Tx, d: Drawn): Promise<Funnel> {
  const { first, until } = d.month;
  const from = (step: number): Fragment =>
    sql`coalesce(sum(s.loans) filter (where s.is_active and s.step >= ${step}::int), 0)::int`;
  const [told] = await tx.planned<Funnel>(sql`
    with c as (
      select ${from(steps.tried)} as tried, ${from(steps.answered)} as answered, ${from(steps.rightParty)} as "rightParty",
        ${from(steps.promised)} as promised, ${from(steps.kept)} as kept,
        coalesce(sum(s.loans) filter (where s.paid = ${PAID}), 0)::int - (${paidAhead(d)})::int as paid
      from month_counts_now s where s.month = ${first} and ${sumsOf(d, d.clientIds)})
    select (select coalesce(sum(s.loans), 0)::int from book_sums_now s where s.is_active and ${d.sums}) as loans, c.*,
      (select coalesce(sum(s.collected), 0)::bigint from ${d.days} s where s.day between ${first} and ${until} and ${d.sums}) as collected,
      p.* from c cross join (${lapsed(d)}) p`);
  if (!told) throw new Error('a sum has a row');
  return told;
}

/** From totals (decision 560). */
export const ageing = (
  tx: Tx,
  d: Drawn,
): Promise<{ bucket: AgeingBucket; loans: number; amount: number }[]> =>
  tx.planned(sql`
    select s.value as bucket, sum(s.loans)::int as loans, sum(s.total)::bigint as amount
    from book_kinds_now s where s.kind = 'age' and ${d.sums}
    group by 1 having sum(s.loans) > 0 order by array_position(${[...ageingBuckets]}::text[], s.value)`);
