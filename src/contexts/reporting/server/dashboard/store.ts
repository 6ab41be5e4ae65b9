/** The figures of the agent dashboard; each card is one statement. */
import type { z } from 'zod/mini';
import {
  callTitles,
  type dashboard,
  type loanStats,
  outcomeTitles,
  paymentTitles,
} from '#contexts/reporting/contract/dashboard.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { paymentHistories, paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { isCollected, percentOf, targetIn } from '../figures.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Scope, idsOf } from './scope.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;

export async function allocation(tx: Tx, s: Scope): Promise<Rows<typeof dashboard.allocation>> {
  const isNew = sql`coalesce(l.assigned_at >= ${s.firstDawn}, false)`;
  const [row] = await tx.rows<Rows<typeof dashboard.allocation>>(sql`
    select count(*) filter (where not ${isNew})::int as "oldCount", count(*) filter (where ${isNew})::int as "newCount",
      ${idsOf(sql`l.id`, sql`not ${isNew}`)} as "oldLoanIds", ${idsOf(sql`l.id`, isNew)} as "newLoanIds",
      coalesce(sum(l.principal_outstanding), 0)::bigint as pos, coalesce(sum(l.total_outstanding), 0)::bigint as tos
    from loans l where l.is_active and ${s.loans}`);
  if (!row) throw new Error('a sum has a row');
  return row;
}

/** What was written down most this month. */
export const topOf = (
  tx: Tx,
  s: Scope,
  column: 'disposition_id' | 'sub_disposition_id',
): Promise<Rows<typeof dashboard.topDispositions>[]> => {
  const by = column === 'disposition_id' ? sql`d.disposition_id` : sql`d.sub_disposition_id`;
  return tx.rows(sql`
    select m.id, m.name as title, count(*)::int as count from borrower_dispositions d join dispositions m on m.id = ${by}
    where d.effective_at >= ${s.firstDawn} and ${s.people(sql`d.user_id`)}
    group by m.id, m.name order by count desc, m.name limit 5`);
};

const spanNames = ['FTD', 'MTD', 'overAll'] as const;
type Span = (typeof spanNames)[number];
/** Every row counts in each span it lies in. */
const inSpans = (isToday: Fragment, isMonth: Fragment): Fragment => sql`cross join lateral (
  values ('FTD', ${isToday}), ('MTD', ${isMonth}), ('overAll', true)) w(span, holds)`;

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

export async function callInfo(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.calls>[]> {
  const rows = await tx.rows<Calls>(sql`
    select w.span, count(*)::int as total, count(*) filter (where k.talked)::int as connected,
      count(distinct k.loan_id)::int as unique, ${idsOf(sql`k.loan_id`)} as "loanIds",
      ${idsOf(sql`k.loan_id`, sql`k.talked`)} as "connectedIds", ${idsOf(sql`k.loan_id`, sql`not k.talked`)} as "missedIds"
    from (select k.loan_id, k.start_time, k.talk_duration > 0 as talked from cdr k where ${s.people(sql`k.user_id`)}) k
      ${inSpans(sql`k.start_time >= ${s.dawn}`, sql`k.start_time >= ${s.firstDawn}`)}
    where w.holds group by w.span`);
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

/** Money that came in on the loans the caller sees. */
const paid = (s: Scope): Fragment => sql`from payments p join loans l on l.id = p.loan_id
  where p.status = 'success' and p.payment_date <= ${s.today} and ${s.loans}`;

export async function paymentInfo(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.payments>[]> {
  const rows = await tx.rows<{ span: Span; realized: boolean; amount: number; count: number }>(sql`
    select w.span, p.realized, sum(p.amount)::bigint as amount, count(*)::int as count
    from (select p.amount, p.realized, p.payment_date ${paid(s)}) p
      ${inSpans(sql`p.payment_date >= ${s.today}`, sql`p.payment_date >= ${s.monthStart}`)}
    where w.holds group by w.span, p.realized`);
  const target = await tx.one<{ amount: number | null }>(sql`select ${targetIn(s, s.monthStart)} as amount`);
  return paymentTitles.map((title) => {
    const of = (span: Span) => {
      const row = rows.find((one) => one.span === span && one.realized === (title === 'realized'));
      return { amount: row?.amount ?? 0, count: row?.count ?? 0 };
    };
    return {
      title,
      FTD: of('FTD'),
      MTD: of('MTD'),
      overAll: of('overAll'),
      target: title === 'realized' ? (target?.amount ?? null) : null,
    };
  });
}

export const promiseInfo = (tx: Tx, s: Scope): Promise<Rows<typeof loanStats.promises>[]> =>
  tx.rows(sql`
    select m.id, coalesce(m.name, 'PTP') as title, count(*)::int as count, coalesce(sum(d.amount), 0)::bigint as amount
    from borrower_dispositions d join loans l on l.id = d.loan_id left join dispositions m on m.id = d.sub_disposition_id
    where d.disposition_id = ${dispositionIds.PTP} and d.action_date >= ${s.monthStart}
      and d.action_date < ${s.monthStart} + interval '1 month' and l.is_active and ${s.loans}
    group by m.id, m.name order by count desc, title`);

export const settlementInfo = (tx: Tx, s: Scope): Promise<Rows<typeof loanStats.settlements>[]> =>
  tx.rows(sql`
    select t.status as title, count(*)::int as count, sum(t.amount)::bigint as amount
    from settlements t join loans l on l.id = t.loan_id where ${s.loans} group by t.status order by count desc, t.status`);

export async function classification(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.classification>[]> {
  const rows = await tx.rows<{ kind: number; count: number; amount: number; loanIds: number[] }>(sql`
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

export async function histories(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.histories>[]> {
  const rows = await tx.rows<{ title: string; amount: number; loanIds: number[]; cm: number }>(sql`
    with owed as (
      select l.payment_history_status as title, sum(l.total_outstanding)::bigint as amount, ${idsOf(sql`l.id`)} as "loanIds"
      from loans l where l.is_active and l.payment_history_status is not null and ${s.loans} group by 1),
    came as (
      select l.payment_history_status as title, sum(p.amount)::bigint as cm ${paid(s)} and ${isCollected}
        and p.payment_date >= ${s.monthStart} group by 1)
    select title, coalesce(amount, 0) as amount, coalesce("loanIds", '{}') as "loanIds", coalesce(cm, 0) as cm
    from owed full join came using (title)`);
  return paymentHistories.map((title, i) => {
    const { amount = 0, loanIds = [], cm = 0 } = rows.find((row) => row.title === title) ?? {};
    return { id: i + 1, title, amount, loanIds, cm };
  });
}

export async function statuses(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.statuses>[]> {
  const rows = await tx.rows<{ title: string; count: number; amount: number }>(sql`
    select l.payment_status as title, count(*)::int as count, sum(l.total_outstanding)::bigint as amount
    from loans l where l.is_active and ${s.loans} group by l.payment_status`);
  return paymentStatuses.map((title, i) => {
    const { count = 0, amount = 0 } = rows.find((row) => row.title === title) ?? {};
    return { id: i + 1, title, count, amount };
  });
}

const MONTHS_BACK = 5;
const inRupees = (paise: number | null): number | null => (paise === null ? null : paise / 100);

export async function achievement(tx: Tx, s: Scope): Promise<Rows<typeof loanStats.achievement>[]> {
  const rows = await tx.rows<{ month: string; target: number | null; achieved: number }>(sql`
    with months as (select generate_series(${s.monthStart} - make_interval(months => ${MONTHS_BACK}), ${s.monthStart},
        interval '1 month')::date as first),
    money as (select date_trunc('month', p.payment_date)::date as first, sum(p.amount)::bigint as amount ${paid(s)}
        and ${isCollected} and p.payment_date >= ${s.monthStart} - make_interval(months => ${MONTHS_BACK}) group by 1)
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
