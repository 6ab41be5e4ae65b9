/** Calls of an agent, a team or all: today from calls, this month and all-time from totals (decision 560). */
import type { z } from 'zod/mini';
import { callTitles, type loanStats } from '#contexts/reporting/contract/dashboard.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { MOST_IDS, amongPeople } from '../figures.ts';
import { ever } from '../outcomes.ts';
import type { Scope } from './scope.ts';

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

const today = (s: Scope): Fragment => sql`today as materialized (
  select coalesce(k.loan_id, 0) as loan_id, count(*) as calls, count(*) filter (where k.talk_duration > 0) as connected
  from cdr k where k.start_time >= ${s.dawn} and ${s.people(sql`k.user_id`)} group by 1)`;
/** The figures of a span, and some of the loans: of rows by loan, 0 being none. */
function added(span: Span, rows: Fragment, calls = sql`c.calls`, connected = sql`c.connected`): Fragment {
  const ids = (
    when: Fragment,
  ): Fragment => sql`(select coalesce(array_agg(x.loan_id order by x.loan_id), '{}') from (
    select c.loan_id from ${rows} c where c.loan_id <> 0 and ${when} limit ${MOST_IDS}) x)`;
  return sql`
    select ${span} as span, coalesce(sum(${calls}), 0)::int as total, coalesce(sum(${connected}), 0)::int as connected,
      (count(*) filter (where ${calls} > 0 and c.loan_id <> 0))::int as unique, ${ids(sql`${calls} > 0`)} as "loanIds",
      ${ids(sql`${connected} > 0`)} as "connectedIds", ${ids(sql`${calls} > ${connected}`)} as "missedIds"
    from ${rows} c`;
}

/** For some users: their calls are stored by user and loan, and no others are read. */
const ofPeople = (s: Scope): Fragment => {
  const sum = (what: Fragment, month: Fragment): Fragment =>
    sql`sum(${what}) filter (where p.month = ${month})`;
  return sql`
  with ${today(s)},
  called as materialized (
    select p.loan_id, ${sum(sql`p.calls`, ever)} as calls, ${sum(sql`p.connected`, ever)} as connected,
      ${sum(sql`p.calls`, s.monthStart)} as month_calls, ${sum(sql`p.connected`, s.monthStart)} as month_connected
    from called_loans_now p
    where p.month in (${ever}, ${s.monthStart}) and ${amongPeople(sql`p.user_id`, s.people)} group by p.loan_id)
  ${added('FTD', sql`today`)}
  union all ${added('MTD', sql`called`, sql`c.month_calls`, sql`c.month_connected`)}
  union all ${added('overAll', sql`called`)}`;
};

/** For all: the number of called loans is stored too, and only as many are searched as are sent. */
const ofAll = (s: Scope): Fragment => {
  const summed = (span: Span, month: Fragment, hours: Fragment): Fragment => {
    const ids = (when: Fragment): Fragment => sql`(
      select coalesce(array_agg(x.loan_id order by x.loan_id), '{}') from (
        select k.loan_id from month_loans k
        where k.month = ${month} and k.calls > 0 and ${when} and k.loan_id not in (
          select c.loan_id from month_loans_changes c where c.month = ${month})
        union all select k.loan_id from (
          select (m.now).* from month_loans_moves m where (m.now).month = ${month}) k where k.calls > 0 and ${when}
        limit ${MOST_IDS}) x)`;
    return sql`
      union all select ${span}, h.total, h.connected,
        (select coalesce(sum(loans), 0)::int from called_counts_now where month = ${month}), ${ids(sql`true`)},
        ${ids(sql`k.connected > 0`)}, ${ids(sql`k.calls > k.connected`)}
      from (
        select coalesce(sum(calls), 0)::int as total, coalesce(sum(connected), 0)::int as connected
        from call_hours_now where user_id = 0 and ${hours}) h`;
  };
  return sql`
    with ${today(s)} ${added('FTD', sql`today`)}
    ${summed('MTD', s.monthStart, sql`hour >= ${s.monthStart}`)} ${summed('overAll', ever, sql`hour = ${ever}`)}`;
};

export async function callInfo(tx: Tx, s: Scope): Promise<z.output<typeof loanStats.calls.gives>[]> {
  const rows = await tx.planned<Calls>(s.isAll ? ofAll(s) : ofPeople(s));
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
