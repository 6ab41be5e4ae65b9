/** Collections, from stored totals (decision 560); the few unconfirmed ones are aggregated. */
import type { z } from 'zod/mini';
import { type loanStats, paymentTitles } from '#contexts/reporting/contract/dashboard.ts';
import { paymentHistories } from '#contexts/loans/contract/loan-rows.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { empty, type Fragment, sql } from '#kernel/server/database/sql.ts';
import { MOST_IDS, amongPeople, isCollected, percentOf, targetIn } from '../figures.ts';
import type { Scope } from './scope.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;

const daysOf = (s: Scope): Fragment => (s.isAll ? sql`lender_days_now` : sql`book_days_now`);
/** Totals `s` of these users. */
const seen = ({ isAll, people }: Scope): Fragment =>
  isAll ? sql`true` : amongPeople(sql`s.assignee_id`, people);
/** Full visibility joins no loans. */
const onLoans = ({ isAll, loans }: Scope): readonly [join: Fragment, which: Fragment] =>
  isAll ? [empty, empty] : [sql`join loans l on l.id = p.loan_id`, sql`and ${loans}`];

/** Today, the month so far and ever: amount and number. */
interface Spans {
  today: number;
  todayCount: number;
  month: number;
  monthCount: number;
  ever: number;
  everCount: number;
}
const spansOf = (o: Spans) => ({
  FTD: { amount: o.today, count: o.todayCount },
  MTD: { amount: o.month, count: o.monthCount },
  overAll: { amount: o.ever, count: o.everCount },
});

/** Later-dated sums are in the totals, and excluded here. */
const collected = (s: Scope): Fragment => {
  const sums = (when: Fragment, as: Fragment): Fragment => sql`
    coalesce(sum(s.collected) filter (where ${when}), 0)::bigint as ${as},
    coalesce(sum(s.payments) filter (where ${when}), 0)::int as ${as}_n`;
  return sql`
    with d as (
      select ${sums(sql`s.day = ${s.today}`, sql`today`)}, ${sums(sql`s.day <= ${s.today}`, sql`month`)},
        ${sums(sql`s.day > ${s.today}`, sql`later`)}
      from ${daysOf(s)} s where s.day >= ${s.monthStart} and ${seen(s)}),
    e as (select ${sums(sql`true`, sql`ever`)} from book_sums_now s where ${seen(s)})
    select d.today, d.today_n as "todayCount", d.month, d.month_n as "monthCount", e.ever - d.later as ever,
      e.ever_n - d.later_n as "everCount" from d cross join e`;
};
const claimed = (s: Scope): Fragment => {
  const [join, which] = onLoans(s);
  const sums = (when: Fragment, name: Fragment, count: Fragment): Fragment => sql`
    coalesce(sum(p.amount) filter (where ${when}), 0)::bigint as ${name}, count(*) filter (where ${when})::int as ${count}`;
  return sql`
    select ${sums(sql`p.payment_date = ${s.today}`, sql`today`, sql`"todayCount"`)},
      ${sums(sql`p.payment_date >= ${s.monthStart}`, sql`month`, sql`"monthCount"`)}, ${sums(sql`true`, sql`ever`, sql`"everCount"`)}
    from payments p ${join} where not p.realized and p.status = 'success' and p.payment_date <= ${s.today} ${which}`;
};

export async function paymentInfo(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.payments>[]> {
  const [realized] = await tx.planned<Spans>(collected(s));
  const [unrealized] = await tx.planned<Spans>(claimed(s));
  if (!realized || !unrealized) throw new Error('a sum has a row');
  const target = await tx.one<{ amount: number | null }>(sql`select ${targetIn(s, s.monthStart)} as amount`);
  const told = { realized, unrealized };
  return paymentTitles.map((title) => ({
    title,
    ...spansOf(told[title]),
    target: title === 'realized' ? (target?.amount ?? null) : null,
  }));
}

/** What everybody's loans owe is a sum (decision 560); some of them are the first of their index. */
const owedByAll = sql`
  owed as (
    select o.title, o.amount, array(
      select l.id from loans l where l.is_active and l.payment_history_status = o.title limit ${MOST_IDS}) as "loanIds"
    from (
      select s.value as title, sum(s.total)::bigint as amount from book_kinds_now s
      where s.kind = 'history' group by 1 having sum(s.loans) > 0) o)`;
/**
 * For some users one scan of their loans returns all. Its filter is not an index condition: their rows are adjacent,
 * while the planner overestimates skipping through them, and would read the index of all histories instead.
 */
const owedBySome = (s: Scope): Fragment => sql`
  owed as (
    select l.payment_history_status as title, sum(l.total_outstanding)::bigint as amount,
      (array_agg(l.id))[1:${MOST_IDS}::int] as "loanIds"
    from loans l where l.is_active and coalesce(l.payment_history_status, '') <> '' and ${s.loans} group by 1)`;

/**
 * Collections by history are not in a total, because a payment often changes it: the month's payments are aggregated.
 */
export async function histories(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.histories>[]> {
  const rows = await tx.planned<{ title: string; amount: number; loanIds: number[]; cm: number }>(sql`
    with ${s.isAll ? owedByAll : owedBySome(s)},
    came as (
      select l.payment_history_status as title, sum(p.amount)::bigint as cm from payments p join loans l on l.id = p.loan_id
      where ${isCollected} and p.payment_date between ${s.monthStart} and ${s.today} and ${s.loans}
        ${s.isAll ? sql`and l.payment_history_status is not null` : empty} group by 1)
    select title, coalesce(amount, 0) as amount, coalesce("loanIds", '{}') as "loanIds", coalesce(cm, 0) as cm
    from owed full join came using (title)`);
  return paymentHistories.map((title, i) => {
    const { amount = 0, loanIds = [], cm = 0 } = rows.find((row) => row.title === title) ?? {};
    return { id: i + 1, title, amount, loanIds, cm };
  });
}

const MONTHS_BACK = 5;
const inRupees = (paise: number | null): number | null => (paise === null ? null : paise / 100);

export async function achievement(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.achievement>[]> {
  const first = sql`(${s.monthStart} - make_interval(months => ${MONTHS_BACK}))::date`;
  const rows = await tx.planned<{ month: string; target: number | null; achieved: number }>(sql`
    with months as (select generate_series(${first}, ${s.monthStart}, interval '1 month')::date as first),
    money as (select date_trunc('month', s.day::timestamp)::date as first, sum(s.collected)::bigint as amount
      from ${daysOf(s)} s where s.day between ${first} and ${s.today} and ${seen(s)} group by 1)
    select to_char(m.first, 'MMYYYY') as month, ${targetIn(s, sql`m.first`)} as target, coalesce(y.amount, 0) as achieved
    from months m left join money y on y.first = m.first order by m.first`);
  const row = (
    title: 'target' | 'achieved' | 'percentage',
    of: (target: number | null, achieved: number) => number | null,
  ) => ({ title, months: Object.fromEntries(rows.map((r) => [r.month, of(r.target, r.achieved)])) });
  return [
    row('target', (target) => inRupees(target)),
    row('achieved', (_, achieved) => inRupees(achieved)),
    row('percentage', (target, achieved) => (target ? percentOf(achieved, target) : null)),
  ];
}
