/**
 * Figures of the agent dashboard; each card is one statement, planned by scope: an agent's loans are looked up one by
 * one, those of a hundred users in one scan.
 */
import type { z } from 'zod/mini';
import { type dashboard, type loanStats, outcomeTitles } from '#contexts/reporting/contract/dashboard.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import { MOST_IDS, amongPeople } from '../figures.ts';
import { someOfKind } from '../kinds.ts';
import { ofPeople } from '../months.ts';
import { everybodys, saidOfTheirs, someLoansOf, writtenBy } from '../outcomes.ts';
import type { Scope } from './scope.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;

/** From totals (decision 560). */
export async function allocation(tx: Tx, s: Scope): Promise<Rows<typeof dashboard.allocation>> {
  const isNew = sql`coalesce(l.assigned_at >= ${s.firstDawn}, false)`;
  const given = sql`s.kind = 'assigned' and s.value >= to_char(${s.monthStart}, 'YYYY-MM') and ${s.people(sql`s.assignee_id`)}`;
  const [row] = await tx.planned<Rows<typeof dashboard.allocation>>(sql`
    with book as materialized (
      select s.assignee_id, sum(s.loans)::int as loans, sum(s.principal) as pos, sum(s.total) as tos
      from book_sums_now s where s.is_active and ${s.people(sql`s.assignee_id`)} group by 1),
    new as materialized (
      select s.assignee_id, sum(s.loans)::int as loans from book_kinds_now s where ${given} group by 1),
    old as materialized (
      select assignee_id, book.loans - coalesce(new.loans, 0) as loans from book left join new using (assignee_id))
    select (select coalesce(sum(loans), 0)::int from old) as "oldCount", (select coalesce(sum(loans), 0)::int from new) as "newCount",
      ${someOfKind(sql`select * from old`, sql`not ${isNew}`)} as "oldLoanIds", ${someOfKind(sql`select * from new`, isNew)} as "newLoanIds",
      coalesce(sum(pos), 0)::bigint as pos, coalesce(sum(tos), 0)::bigint as tos
    from book`);
  if (!row) throw new Error('a sum has a row');
  return row;
}

/**
 * Most frequent dispositions this month, from totals (decision 560); then last month's with zero, so that on the first
 * day agents see their usual ones.
 */
export const topOf = (
  tx: Tx,
  s: Scope,
  column: 'disposition_id' | 'sub_disposition_id',
): Promise<Rows<typeof dashboard.topDispositions>[]> =>
  tx.planned(sql`
    select m.id, m.name as title, d.count from (
      select ${column === 'disposition_id' ? sql`d.disposition_id` : sql`d.sub_disposition_id`} as id, sum(d.outcomes) as lately,
        coalesce(sum(d.outcomes) filter (where d.month >= ${s.monthStart}), 0)::int as count
      from said_counts_now d where d.month >= (${s.monthStart} - interval '1 month')::date
        and ${s.isAll ? sql`true` : amongPeople(sql`d.user_id`, s.people)}
      group by 1 having sum(d.outcomes) > 0) d join dispositions m on m.id = d.id
    order by d.count desc, d.lately desc, m.name limit 5`);

/** PTPs of this month by reason, from totals (decision 560). */
export const promiseInfo = (tx: Tx, s: Scope): Promise<Rows<typeof loanStats.promises>[]> =>
  tx.planned(sql`
    select m.id, coalesce(m.name, 'PTP') as title, sum(s.promises)::int as count, sum(s.amount)::bigint as amount
    from promise_sums_now s left join dispositions m on m.id = s.sub_disposition_id
    where s.due_on >= ${s.monthStart} and s.due_on < ${s.monthStart} + interval '1 month' and ${ofPeople(s)}
    group by m.id, m.name having sum(s.promises) > 0 order by count desc, title`);

/** Full visibility joins no loans. */
export const settlementInfo = (tx: Tx, s: Scope): Promise<Rows<typeof loanStats.settlements>[]> =>
  tx.planned(sql`
    select t.status as title, count(*)::int as count, sum(t.amount)::bigint as amount
    from settlements t ${s.isAll ? empty : sql`join loans l on l.id = t.loan_id where ${s.loans}`}
    group by t.status order by count desc, t.status`);

interface Classed {
  kind: number;
  count: number;
  amount: number;
  loanIds?: number[];
}
/** One user's dispositions are few rows, read with their loans. */
const classedOfOwn = (s: Scope): Fragment => sql`
  select d.disposition_id as kind, count(*)::int as count, coalesce(sum(d.amount), 0)::bigint as amount,
    (array_agg(distinct d.loan_id))[1:${MOST_IDS}::int] as "loanIds"
  from loans l cross join lateral (
    select d.loan_id, d.disposition_id, d.amount from borrower_dispositions d
    where d.loan_id = l.id and d.effective_at >= ${s.firstDawn} and d.disposition_id = any(${Object.values(dispositionIds)}) offset 0) d
  where ${s.loans} group by 1`;
const classed = (s: Scope): Fragment => sql`
  select s.disposition_id as kind, sum(s.outcomes)::int as count, sum(s.amount)::bigint as amount
  from outcome_months_now s where s.month >= ${s.monthStart} and ${s.people(sql`s.assignee_id`)} group by 1`;

export async function classification(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.classification>[]> {
  const rows = await tx.planned<Classed>(s.isAgent ? classedOfOwn(s) : classed(s));
  const told = [];
  for (const title of outcomeTitles) {
    const kind = dispositionIds[title];
    const { count = 0, amount = 0, loanIds } = rows.find((row) => row.kind === kind) ?? {};
    const ways = s.isAll
      ? [everybodys(kind, sql`d.effective_at >= ${s.firstDawn}`)]
      : [writtenBy(s, kind, sql`true`, s.firstDawn), saidOfTheirs(s, kind, s.firstDawn)];
    told.push({ title, count, amount, loanIds: loanIds ?? (await someLoansOf(tx, s, count, ways)) });
  }
  return told;
}

export async function statuses(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.statuses>[]> {
  const rows = await tx.planned<{ title: string; count: number; amount: number }>(sql`
    select s.value as title, sum(s.loans)::int as count, sum(s.total)::bigint as amount
    from book_kinds_now s where s.kind = 'status' and ${s.people(sql`s.assignee_id`)} group by 1`);
  return paymentStatuses.map((title, i) => {
    const { count = 0, amount = 0 } = rows.find((row) => row.title === title) ?? {};
    return { id: i + 1, title, count, amount };
  });
}
