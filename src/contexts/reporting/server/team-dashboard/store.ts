/** The figures of the team-leader dashboard; each widget is one statement, planned by whose loans it asks for. */
import type { z } from 'zod/mini';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { intensities, standings, type teamDashboard } from '#contexts/reporting/contract/team-dashboard.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans, visibleUsers } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Month, monthOf, targetIn } from '../figures.ts';
import { counted } from '#kernel/server/database/count.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, join, sql, where } from '#kernel/server/database/sql.ts';
import { like, paged } from '#kernel/server/database/table.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;
type Asked = z.output<(typeof teamDashboard.counted)['takes']>;
/** So many ids at most are sent beside a count. */
const MOST_IDS = 1000;
const idsOf = (column: Fragment, when: Fragment): Fragment =>
  sql`coalesce((array_agg(${column}) filter (where ${when}))[1:${MOST_IDS}::int], '{}')`;

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

/** Each loan with its calls of the month, and how many of them were spoken. */
const called = (t: Team): Fragment => sql`
  select l.id, l.loan_number, l.borrower_name, l.total_outstanding, l.last_disposition_id, coalesce(k.calls, 0) as calls, coalesce(k.spoken, 0) as spoken
  from loans l left join (
    select loan_id, count(*) as calls, count(*) filter (where talk_duration > 0) as spoken
    from cdr where start_time >= ${t.firstDawn} and loan_id is not null group by loan_id) k on k.loan_id = l.id
  where ${t.loans}`;
const bucketOf = (calls: Fragment): Fragment => sql`case when ${calls} = 0 then '0' when ${calls} = 1 then '1'
  when ${calls} <= 5 then '2-5' when ${calls} <= 10 then '6-10' else 'Above 10' end`;

interface Bucket {
  kind: 'attempted' | 'connected';
  bucket: string;
  count: number;
  loanIds: number[];
}
export async function intensity(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.intensity>[]> {
  const rows = await tx.planned<Bucket>(sql`
    with c as materialized (${called(t)})
    select w.kind, w.bucket, count(*)::int as count, ${idsOf(sql`c.id`, sql`true`)} as "loanIds"
    from c cross join lateral (values ('attempted', ${bucketOf(sql`c.calls`)}), ('connected', ${bucketOf(sql`c.spoken`)})) w (kind, bucket)
    group by w.kind, w.bucket`);
  const of = (kind: Bucket['kind'], bucket: string) => {
    const some = rows.filter((row) => row.kind === kind && (bucket === 'Total' || row.bucket === bucket));
    return {
      count: some.reduce((sum, row) => sum + row.count, 0),
      loanIds: some.flatMap(({ loanIds }) => loanIds).slice(0, MOST_IDS),
    };
  };
  return intensities.map((bucket) => ({
    bucket,
    attempted: of('attempted', bucket),
    connected: of('connected', bucket),
  }));
}

type Standing = (typeof standings)[number];
/** What is true of a loan `c` that stands in it; one may stand in several (G198). */
function standingOf(t: Team): Readonly<Record<Standing, Fragment>> {
  const { PTP, Payment, FinalSettlement } = dispositionIds;
  const positive = sql`c.last_disposition_id in (${PTP}, ${Payment}, ${FinalSettlement})`;
  const paid = (realized: Fragment): Fragment => sql`exists (select from payments p where p.loan_id = c.id
    and p.status = 'success' and p.payment_date >= ${t.monthStart} and ${realized})`;
  return {
    'Not Attempted': sql`c.calls = 0`,
    'Not Connected': sql`c.calls > 0 and c.spoken = 0`,
    'Negative Dispo': sql`c.last_disposition_id is not null and not ${positive} and not ${paid(sql`true`)}`,
    'Positive Unpaid': sql`${positive} and not ${paid(sql`p.realized`)}`,
  };
}

export async function loansByStanding(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.standing>[]> {
  const is = standingOf(t);
  const rows = await tx.planned<Rows<typeof teamDashboard.standing>>(sql`
    with c as materialized (${called(t)})
    select w.title, count(*)::int as count, sum(c.total_outstanding)::bigint as amount, ${idsOf(sql`c.id`, sql`true`)} as "loanIds"
    from c cross join lateral (values ${join(standings.map((title) => sql`(${title}::text, ${is[title]})`))}) w (title, holds)
    where w.holds group by w.title`);
  return standings.map(
    (title) => rows.find((row) => row.title === title) ?? { title, count: 0, amount: 0, loanIds: [] },
  );
}

export async function promises(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.promises>> {
  const span = (when: Fragment): Fragment => sql`jsonb_build_object('count', count(*) filter (where ${when}),
    'amount', coalesce(sum(d.amount) filter (where ${when}), 0), 'loanIds', ${idsOf(sql`d.loan_id`, when)})`;
  const row = await tx.one<Rows<typeof teamDashboard.promises>>(sql`
    select ${span(sql`d.action_date = ${t.today}`)} as "FTD",
      ${span(sql`d.action_date between ${t.monthStart} and ${t.today}`)} as "MTD", ${span(sql`true`)} as "overAll",
      coalesce(sum(d.amount) filter (where d.action_date > ${t.today}), 0)::bigint as "futurePtpAmount"
    from borrower_dispositions d join loans l on l.id = d.loan_id
    where d.disposition_id = ${dispositionIds.PTP} and ${t.loans}`);
  if (!row) throw new Error('a sum has a row');
  return row;
}

/** Those of this month to active loans. For all, what is not active is looked for: it is few. */
const messages = (t: Team): Fragment =>
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

/** How often a loan `c` was answered so this month; where no answer is asked for, nobody counts. */
const answered = (t: Team, response: string | undefined): Fragment =>
  response === undefined
    ? sql`cross join (values (0)) w (answers)`
    : sql`left join (
        select m.loan_id, count(*) as answers ${messages(t)} and m.response_type = ${response} group by m.loan_id
      ) w on w.loan_id = c.id`;

/** The loans of a count of calls, of standing or of answers. */
export async function countedLoans(tx: Tx, t: Team, asked: Asked) {
  const is = standingOf(t);
  const chosen = sql`from (${called(t)}) c ${answered(t, asked.response)} ${where(
    narrow<typeof teamDashboard.counted>(asked, {
      standing: (standing) => is[standing],
      attempted: (bucket) => sql`${bucketOf(sql`c.calls`)} = ${bucket}`,
      connected: (bucket) => sql`${bucketOf(sql`c.spoken`)} = ${bucket}`,
      response: () => sql`w.answers > 0`,
      q: (q) => sql`(c.loan_number ilike ${like(q)} or c.borrower_name ilike ${like(q)})`,
    }),
  )}`;
  const page = await counted(tx, asked, chosen, () =>
    tx.planned<Rows<typeof teamDashboard.counted>>(sql`
      select c.id, c.loan_number as "loanNumber", c.borrower_name as "borrowerName", c.calls::int as calls,
        c.spoken::int as connected, coalesce(w.answers, 0)::int as answers, c.total_outstanding as amount
      ${chosen} order by c.total_outstanding desc nulls last, c.id desc ${paged(asked)}`),
  );
  const [sum] = await tx.planned<{ amount: number }>(
    sql`select coalesce(sum(c.total_outstanding), 0)::bigint as amount ${chosen}`,
  );
  return { ...page, summary: { amount: sum?.amount ?? 0 } };
}

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
