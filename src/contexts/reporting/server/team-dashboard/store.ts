/** Figures of the team-leader dashboard; each widget is one statement, planned by scope. */
import type { z } from 'zod/mini';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Month, monthOf, targetIn } from '../figures.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { ofPeople } from '../months.ts';
import { everybodys, someLoansOf, writtenBy } from '../outcomes.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;

export interface Team {
  userId: number;
  isAll: boolean;
  loans: Fragment;
  people: (column: Fragment) => Fragment;
  today: Fragment;
  monthStart: Fragment;
  firstDawn: Fragment;
  month: Month;
}
export function teamOf(actor: ServerActor, now: Date): Team {
  const month = monthOf(undefined, now);
  const monthStart = month.first;
  return {
    userId: actor.id,
    isAll: seesAll(actor),
    loans: sql`l.is_active and ${visibleLoans(actor, sql`l.assignee_id`)}`,
    people: (column) => visibleUsers(actor, column),
    today: month.until,
    monthStart,
    month,
    firstDawn: sql`(${monthStart}::timestamp at time zone 'Asia/Kolkata')`,
  };
}

const MUCH = 250;
/** From totals (decision 560); example loans are searched. */
export async function promises(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.promises>> {
  const kind = dispositionIds.PTP;
  const sums = (when: Fragment, count: Fragment, amount: Fragment): Fragment => sql`
    coalesce(sum(s.promises) filter (where ${when}), 0)::int as ${count},
    coalesce(sum(s.amount) filter (where ${when}), 0)::bigint as ${amount}`;
  const everSum = (what: Fragment): Fragment => sql`(
    select coalesce(sum(s.${what}), 0) from outcome_months_now s
    where s.disposition_id = ${kind} and s.is_active and ${ofPeople(t)})`;
  const [row] = await tx.planned<
    Record<'today' | 'month' | 'ever' | 'due' | 'dueInMonth' | 'all' | 'later' | 'amountLater', number>
  >(sql`
    select ${sums(sql`s.due_on = ${t.today}`, sql`due`, sql`today`)},
      ${sums(sql`s.due_on between ${t.monthStart} and ${t.today}`, sql`"dueInMonth"`, sql`month`)},
      ${sums(sql`s.due_on > ${t.today}`, sql`later`, sql`"amountLater"`)}, ${everSum(sql`outcomes`)}::int as "all", ${everSum(sql`amount`)}::bigint as ever
    from promise_sums_now s where s.due_on >= ${t.monthStart} and ${ofPeople(t)}`);
  if (!row) throw new Error('a sum has a row');
  // PTPs of this month were recorded recently. With many of today they are found by date, with few by user.
  const lately = sql`(${t.firstDawn} - interval '2 months')`;
  const some = (count: number, when: Fragment, since: Fragment, isByDay = false): Promise<number[]> =>
    someLoansOf(tx, t, count, [
      ...(t.isAll || isByDay ? [] : [writtenBy(t, kind, when, since)]),
      everybodys(kind, when),
    ]);
  return {
    FTD: {
      count: row.due,
      amount: row.today,
      loanIds: await some(row.due, sql`d.action_date = ${t.today}`, lately, row.due > MUCH),
    },
    MTD: {
      count: row.dueInMonth,
      amount: row.month,
      loanIds: await some(row.dueInMonth, sql`d.action_date between ${t.monthStart} and ${t.today}`, lately),
    },
    overAll: {
      count: row.all,
      amount: row.ever,
      loanIds: await some(row.all, sql`true`, sql`'-infinity'::timestamptz`),
    },
    futurePtpAmount: row.amountLater,
  };
}

/** Those of this month to active loans. For all, what is not active is looked for: it is few. */
export const messages = (t: Team): Fragment =>
  t.isAll
    ? sql`from messages m where m.created_at >= ${t.firstDawn}
      and not exists (select from loans l where l.id = m.loan_id and not l.is_active)`
    : sql`from messages m join loans l on l.id = m.loan_id where m.created_at >= ${t.firstDawn} and ${t.loans}`;

export const messagesByChannel = (tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.channels>[]> =>
  tx.planned(sql`
    select m.channel, m.status, count(*)::int as count ${messages(t)} group by m.channel, m.status order by m.channel, m.status`);

export const responses = (tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.responses>[]> =>
  tx.planned(sql`
    select m.response_type as "responseType", count(*)::int as count ${messages(t)} and m.response_type is not null
    group by m.response_type order by count desc, m.response_type`);

/** Agents with a target this month, and the collections of their loans, closed ones included; former agents too. */
const performers = (t: Team): Fragment => sql`
  select u.id, u.first_name || ' ' || u.last_name as "agentName", g.amount as target, coalesce(p.amount, 0)::bigint as achieved
  from users u join roles r on r.id = u.role_id and r.role_type = 'agent'
    join user_targets g on g.user_id = u.id and g.amount > 0 and make_date(g.year, g.month, 1) = ${t.monthStart}
    left join lateral (
      select sum(s.collected) as amount from book_days_now s
      where s.assignee_id = u.id and s.day between ${t.monthStart} and ${t.today}) p on true
  where ${t.people(sql`u.id`)}`;

export interface Performer {
  id: number;
  agentName: string;
  target: number;
  achieved: number;
}
export const performersOf = (tx: Tx, t: Team, userIds?: readonly number[]): Promise<Performer[]> =>
  tx.planned<Performer>(
    sql`${performers(t)} ${userIds ? sql`and u.id = any(${[...userIds]})` : sql``} order by "agentName", u.id`,
  );

/** The month's target, and what was collected on the loans of the team, closed ones too. */
export async function totals(tx: Tx, t: Team): Promise<{ target: number | null; achieved: number }> {
  const row = await tx.one<{ target: number | null; achieved: number }>(sql`
    select ${targetIn(t, t.monthStart)} as target,
      (select coalesce(sum(s.collected), 0)::bigint from book_days_now s
        where s.day between ${t.monthStart} and ${t.today} and ${t.people(sql`s.assignee_id`)}) as achieved`);
  if (!row) throw new Error('a sum has a row');
  return row;
}
