/**
 * The figures of the agent dashboard; each card is one statement, planned by whose figures it asks for: an agent's loans are
 * looked up one by one, those of a hundred people in one go.
 */
import type { z } from 'zod/mini';
import {
  callTitles,
  type dashboard,
  type loanStats,
  outcomeTitles,
} from '#contexts/reporting/contract/dashboard.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import { MOST_IDS, type Scope, idsOf, outcomesOf, ownIdsOf } from './scope.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;

export async function allocation(tx: Tx, s: Scope): Promise<Rows<typeof dashboard.allocation>> {
  const isNew = sql`coalesce(l.assigned_at >= ${s.firstDawn}, false)`;
  const [row] = await tx.planned<Rows<typeof dashboard.allocation>>(sql`
    select count(*) filter (where not ${isNew})::int as "oldCount", count(*) filter (where ${isNew})::int as "newCount",
      ${ownIdsOf(sql`not ${isNew}`)} as "oldLoanIds", ${ownIdsOf(isNew)} as "newLoanIds",
      coalesce(sum(l.principal_outstanding), 0)::bigint as pos, coalesce(sum(l.total_outstanding), 0)::bigint as tos
    from loans l where l.is_active and ${s.loans}`);
  if (!row) throw new Error('a sum has a row');
  return row;
}

/** What was written down most this month: of all by the index of its kind, of some people by their own. */
export const topOf = (
  tx: Tx,
  s: Scope,
  column: 'disposition_id' | 'sub_disposition_id',
): Promise<Rows<typeof dashboard.topDispositions>[]> => {
  const by = column === 'disposition_id' ? sql`d.disposition_id` : sql`d.sub_disposition_id`;
  return tx.planned(sql`
    select m.id, m.name as title, d.count from (
      select ${by} as id, count(*)::int as count from borrower_dispositions d
      where ${s.isAll ? sql`${by} is not null` : sql`true`} and d.effective_at >= ${s.firstDawn} and ${s.people(sql`d.user_id`)}
      group by 1) d join dispositions m on m.id = d.id
    order by d.count desc, m.name limit 5`);
};

const spanNames = ['FTD', 'MTD', 'overAll'] as const;
type Span = (typeof spanNames)[number];

interface Calls {
  span: Span;
  total: number;
  connected: number;
  unique: number;
  loanIds: number[];
  connectedIds: number[];
  missedIds: number[];
}
const noCalls = { total: 0, connected: 0, unique: 0, loanIds: [], connectedIds: [], missedIds: [] };
/** Loans of the rows `c` of a span, for which this holds. */
const calledIds = (
  when: Fragment,
): Fragment => sql`(select coalesce(array_agg(x.loan_id order by x.loan_id), '{}') from (
  select c.loan_id from called c where c.span = w.span and c.loan_id is not null and ${when} limit ${MOST_IDS}) x)`;

export async function callInfo(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.calls>[]> {
  // What was ever called is kept by person and loan, and under 0 for everybody.
  const who = s.isAll ? sql`p.user_id = 0` : s.people(sql`p.user_id`);
  const rows = await tx.planned<Calls>(sql`
    with month as (
      select k.loan_id, count(*) as calls, count(*) filter (where k.talk_duration > 0) as connected,
        count(*) filter (where k.start_time >= ${s.dawn}) as calls_today,
        count(*) filter (where k.start_time >= ${s.dawn} and k.talk_duration > 0) as connected_today
      from cdr k where k.start_time >= ${s.firstDawn} and ${s.people(sql`k.user_id`)} group by k.loan_id),
    called (span, loan_id, calls, connected) as materialized (
      select 'FTD', loan_id, calls_today, connected_today from month where calls_today > 0
      union all select 'MTD', loan_id, calls, connected from month
      union all select 'overAll', nullif(p.loan_id, 0), sum(p.calls), sum(p.connected)
      from called_loans_now p where ${who} group by p.loan_id having sum(p.calls) > 0)
    select w.span, w.total, w.connected, w.unique, ${calledIds(sql`true`)} as "loanIds",
      ${calledIds(sql`c.connected > 0`)} as "connectedIds", ${calledIds(sql`c.calls > c.connected`)} as "missedIds"
    from (select span, sum(calls)::int as total, sum(connected)::int as connected, count(loan_id)::int as unique
      from called group by span) w`);
  const of = (span: Span): Omit<Calls, 'span'> => rows.find((row) => row.span === span) ?? noCalls;
  const told: Record<
    (typeof callTitles)[number],
    (c: Omit<Calls, 'span'>) => { count: number; loanIds: number[] }
  > = {
    'Total Calls': ({ total, loanIds }) => ({ count: total, loanIds }),
    Connected: ({ connected, connectedIds }) => ({ count: connected, loanIds: connectedIds }),
    'Not Connected': ({ total, connected, missedIds }) => ({ count: total - connected, loanIds: missedIds }),
    'Unique Attempted': ({ unique, loanIds }) => ({ count: unique, loanIds }),
  };
  return callTitles.map((title) => ({
    title,
    FTD: told[title](of('FTD')),
    MTD: told[title](of('MTD')),
    overAll: told[title](of('overAll')),
  }));
}

export const promiseInfo = (tx: Tx, s: Scope): Promise<Rows<typeof loanStats.promises>[]> =>
  tx.planned(sql`
    select m.id, coalesce(m.name, 'PTP') as title, count(*)::int as count, coalesce(sum(o.amount), 0)::bigint as amount
    from ${outcomesOf(s)} left join dispositions m on m.id = o.sub_disposition_id
    where o.disposition_id = ${dispositionIds.PTP} and o.action_date >= ${s.monthStart}
      and o.action_date < ${s.monthStart} + interval '1 month' and l.is_active and ${s.loans}
    group by m.id, m.name order by count desc, title`);

/** Whoever sees everything asks for no loan. */
export const settlementInfo = (tx: Tx, s: Scope): Promise<Rows<typeof loanStats.settlements>[]> =>
  tx.planned(sql`
    select t.status as title, count(*)::int as count, sum(t.amount)::bigint as amount
    from settlements t ${s.isAll ? empty : sql`join loans l on l.id = t.loan_id where ${s.loans}`}
    group by t.status order by count desc, t.status`);

export async function classification(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.classification>[]> {
  const rows = await tx.planned<{ kind: number; count: number; amount: number; loanIds: number[] }>(sql`
    select d.disposition_id as kind, count(*)::int as count, coalesce(sum(d.amount), 0)::bigint as amount,
      ${idsOf(sql`d.loan_id`)} as "loanIds"
    from borrower_dispositions d join loans l on l.id = d.loan_id
    where d.effective_at >= ${s.firstDawn} and d.disposition_id = any(${outcomeTitles.map((title) => dispositionIds[title])})
      and ${s.loans} group by d.disposition_id`);
  return outcomeTitles.map((title) => {
    const {
      count = 0,
      amount = 0,
      loanIds = [],
    } = rows.find(({ kind }) => kind === dispositionIds[title]) ?? {};
    return { title, count, amount, loanIds };
  });
}

export async function statuses(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.statuses>[]> {
  const rows = await tx.planned<{ title: string; count: number; amount: number }>(sql`
    select l.payment_status as title, count(*)::int as count, sum(l.total_outstanding)::bigint as amount
    from loans l where l.is_active and ${s.loans} group by l.payment_status`);
  return paymentStatuses.map((title, i) => {
    const { count = 0, amount = 0 } = rows.find((row) => row.title === title) ?? {};
    return { id: i + 1, title, count, amount };
  });
}
