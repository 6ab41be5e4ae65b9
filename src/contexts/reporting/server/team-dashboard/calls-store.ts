/** Loans of a team by how often they were called and spoken to this month, and the lists behind these counts (decision 346). */
import type { z } from 'zod/mini';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import {
  callBuckets,
  intensities,
  standings,
  type teamDashboard,
} from '#contexts/reporting/contract/team-dashboard.ts';
import { countedAlready, isNumberAlone } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, join, name, sql, where } from '#kernel/server/database/sql.ts';
import { like, paged } from '#kernel/server/database/table.ts';
import { calls, callsIn, isCalled, spoken, levelSteps, waiting } from '../called.ts';
import { MOST_IDS, type Team, someOf, messages } from './store.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;
type Asked = z.output<(typeof teamDashboard.counted)['takes']>;

/** Active loans of the team, whom nothing is asked of. */
const bookOf = (t: Team): Fragment => sql`
  select coalesce(sum(b.loans), 0)::int as count, coalesce(sum(b.total), 0)::bigint as amount
  from book_sums_now b where b.is_active and ${t.people(sql`b.assignee_id`)}`;

interface Level {
  level: number;
  count: number;
  loanIds: number[];
}
/** How many loans were called and spoken to so often, and some of them; 0: those that were not called. */
const levelsOf = (tx: Tx, t: Team): Promise<Level[]> =>
  tx.planned<Level>(sql`
    with ${waiting},
    seen as (
      select c.level, sum(c.loans)::int as count from called_counts_now c
      where c.month = ${t.monthStart} and c.is_active and ${t.people(sql`c.assignee_id`)} group by c.level having sum(c.loans) > 0),
    rest as (select greatest(b.count - coalesce((select sum(count) from seen), 0), 0)::int as count from (${bookOf(t)}) b)
    select s.level, s.count, array(
      select k.loan_id from called_loans k
      where k.user_id = 0 and k.month = ${t.monthStart} and k.is_active and k.level = s.level and ${t.people(sql`k.assignee_id`)}
        and not exists (select from waits w where w.loan_id = k.loan_id)
      union all select w.loan_id from waits w
      where w.month = ${t.monthStart} and w.is_active and w.level = s.level and ${t.people(sql`w.assignee_id`)}
      limit ${MOST_IDS}) as "loanIds"
    from seen s
    union all select 0, r.count, array(
      select l.id from loans l
      where ${t.loans} and not exists (
        select from called_loans k where k.user_id = 0 and k.loan_id = l.id and k.month = ${t.monthStart} and k.month_calls > 0
          and not exists (select from waits w where w.loan_id = k.loan_id) offset 0)
        and not exists (select from waits w where w.loan_id = l.id and w.month = ${t.monthStart} and ${isCalled(sql`w.level`)})
      limit least(${MOST_IDS}, r.count)) from rest r`);

export async function intensity(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.intensity>[]> {
  const levels = await levelsOf(tx, t);
  const of = (kind: 'attempted' | 'connected', bucket: (typeof intensities)[number]) => {
    const some = levels.filter(
      ({ level }) => bucket === 'Total' || callBuckets[levelSteps(level)[kind]] === bucket,
    );
    return {
      count: some.reduce((sum, { count }) => sum + count, 0),
      loanIds: some.flatMap(({ loanIds }) => loanIds).slice(0, MOST_IDS),
    };
  };
  return intensities.map((bucket) => ({
    bucket,
    attempted: of('attempted', bucket),
    connected: of('connected', bucket),
  }));
}

/** Each loan with its calls of the month, and how many of them were spoken. */
const called = (t: Team): Fragment => sql`
  select l.id, l.loan_number, l.borrower_name, l.total_outstanding, l.last_disposition_id, ${calls} as calls, ${spoken} as spoken
  from loans l ${callsIn(t.monthStart)} where ${t.loans}`;
const bucketOf = (n: Fragment): Fragment => sql`case when ${n} = 0 then '0' when ${n} = 1 then '1'
  when ${n} <= 5 then '2-5' when ${n} <= 10 then '6-10' else 'Above 10' end`;

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

/** Each loan is looked at once for all of them. */
export async function loansByStanding(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.standing>[]> {
  const is = standingOf(t);
  const added = standings.map((title, n) => ({
    title,
    when: is[title],
    count: name(`count_${n}`),
    amount: name(`amount_${n}`),
    ids: name(`ids_${n}`),
  }));
  const rows = await tx.planned<Rows<typeof teamDashboard.standing>>(sql`
    select w.title, w.count, w.amount, w.ids as "loanIds" from (
      select ${join(
        added.map(
          ({ when, count, amount, ids }) => sql`(count(*) filter (where ${when}))::int as ${count},
            coalesce(sum(c.total_outstanding) filter (where ${when}), 0)::bigint as ${amount}, ${someOf(sql`c.id`, when)} as ${ids}`,
        ),
      )} from (${called(t)}) c) s
    cross join lateral (values ${join(
      added.map(({ title, count, amount, ids }) => sql`(${title}::text, s.${count}, s.${amount}, s.${ids})`),
    )}) w (title, count, amount, ids)`);
  return standings.map(
    (title) => rows.find((row) => row.title === title) ?? { title, count: 0, amount: 0, loanIds: [] },
  );
}

/** How often a loan `c` was answered so this month; where no answer is asked for, nobody counts. */
const answered = (t: Team, response: string | undefined): Fragment =>
  response === undefined
    ? sql`cross join (values (0)) w (answers)`
    : sql`left join (
        select m.loan_id, count(*) as answers ${messages(t)} and m.response_type = ${response} group by m.loan_id
      ) w on w.loan_id = c.id`;

/** The loans of a count of calls, of standing or of answers; of all, sums tell how many they are. */
export async function countedLoans(tx: Tx, t: Team, asked: Asked) {
  const is = standingOf(t);
  const narrowed = narrow<typeof teamDashboard.counted>(asked, {
    standing: (standing) => is[standing],
    attempted: (bucket) => sql`${bucketOf(sql`c.calls`)} = ${bucket}`,
    connected: (bucket) => sql`${bucketOf(sql`c.spoken`)} = ${bucket}`,
    response: () => sql`w.answers > 0`,
    q: (q) => sql`(c.loan_number ilike ${like(q)} or c.borrower_name ilike ${like(q)})`,
  });
  const chosen = sql`from (${called(t)}) c ${answered(t, asked.response)} ${where(narrowed)}`;
  const rows = isNumberAlone(asked)
    ? []
    : await tx.planned<Rows<typeof teamDashboard.counted>>(sql`
        select c.id, c.loan_number as "loanNumber", c.borrower_name as "borrowerName", c.calls::int as calls,
          c.spoken::int as connected, coalesce(w.answers, 0)::int as answers, c.total_outstanding as amount
        ${chosen} order by c.total_outstanding desc, c.id desc ${paged(asked)}`);
  const [sum] = await tx.planned<{ count: number; amount: number }>(
    narrowed.some(Boolean)
      ? sql`select count(*)::int as count, coalesce(sum(c.total_outstanding), 0)::bigint as amount ${chosen}`
      : bookOf(t),
  );
  return { ...countedAlready(asked, sum?.count ?? 0, rows), summary: { amount: sum?.amount ?? 0 } };
}
