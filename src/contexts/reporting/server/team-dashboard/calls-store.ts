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
import { type Fragment, empty, join, name, sql, where } from '#kernel/server/database/sql.ts';
import { like, paged } from '#kernel/server/database/table.ts';
import {
  attempted,
  calledLevels,
  calls,
  callsIn,
  connected,
  isCalled,
  levelOf,
  levelSteps,
  spoken,
  waiting,
} from '../called.ts';
import { MOST_IDS } from '../figures.ts';
import { type Team, someOf, messages } from './store.ts';

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
/**
 * How many loans were called and spoken to so often, and some of them; 0: those that were not called, looked for among loans
 * of those people alone of whom more are known than were called.
 */
const levelsOf = (tx: Tx, t: Team): Promise<Level[]> => {
  const isUncalled = (assignee: Fragment): Fragment => sql`l.is_active
    and not exists (select from called_loans k where k.user_id = 0 and k.month = ${t.monthStart} and k.is_active
      and k.level = any(${calledLevels}) and k.assignee_id = ${assignee} and k.loan_id = l.id
        and k.loan_id not in (select loan_id from waits))
    and not exists (select from waits w where w.loan_id = l.id and w.month = ${t.monthStart} and ${isCalled(sql`w.level`)})`;
  return tx.planned<Level>(sql`
    with ${waiting},
    seen as materialized (
      select c.assignee_id, c.level, sum(c.loans)::int as count from called_counts_now c
      where c.month = ${t.monthStart} and c.is_active and ${t.people(sql`c.assignee_id`)} group by 1, 2 having sum(c.loans) > 0),
    rest as materialized (
      select b.assignee_id, b.count - coalesce(s.count, 0)::int as count
      from (select b.assignee_id, sum(b.loans)::int as count from book_sums_now b
          where b.is_active and ${t.people(sql`b.assignee_id`)} group by 1) b
        left join (select assignee_id, sum(count) as count from seen group by 1) s using (assignee_id)
      where b.count > coalesce(s.count, 0))
    select s.level, s.count, array(
      select k.loan_id from called_loans k
      where k.user_id = 0 and k.month = ${t.monthStart} and k.is_active and k.level = s.level and ${t.people(sql`k.assignee_id`)}
        and not exists (select from waits w where w.loan_id = k.loan_id)
      union all select w.loan_id from waits w
      where w.month = ${t.monthStart} and w.is_active and w.level = s.level and ${t.people(sql`w.assignee_id`)}
      limit ${MOST_IDS}) as "loanIds"
    from (select level, sum(count)::int as count from seen group by 1) s
    union all select 0, (select coalesce(sum(count), 0)::int from rest), array(
      select x.id from rest r cross join lateral (
        select l.id from loans l where l.assignee_id is null and ${isUncalled(sql`0`)} limit r.count) x where r.assignee_id = 0
      union all select x.id from rest r cross join lateral (
        select l.id from loans l where l.assignee_id = r.assignee_id and ${isUncalled(sql`r.assignee_id`)} limit r.count) x
      limit ${MOST_IDS})`);
};

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

/** Of each loan `l`, whether anything, or realized money, came in this month: read of all at once, or for each of some. */
function paidFor(t: Team): Fragment {
  const paid = sql`select p.loan_id, bool_or(p.realized) as is_realized from payments p
    where p.status = 'success' and p.payment_date >= ${t.monthStart}`;
  return t.isAll
    ? sql`left join (${paid} group by p.loan_id) paid on paid.loan_id = l.id`
    : sql`left join lateral (${paid} and p.loan_id = l.id group by p.loan_id) paid on true`;
}
/** Each loan with how often it was called; where it is asked how it stands, with its last disposition and what came in too. */
const called = (t: Team, isStanding: boolean): Fragment => sql`
  select l.id, l.loan_number, l.borrower_name, l.total_outstanding, ${levelOf(t.monthStart)} as level
    ${isStanding ? sql`, l.last_disposition_id, paid.loan_id is not null as is_paid, paid.is_realized is true as is_realized` : empty}
  from loans l left join (
    select k.loan_id, k.level from called_loans k
    where k.user_id = 0 and k.month = ${t.monthStart} and k.is_active and ${t.people(sql`k.assignee_id`)}) k on k.loan_id = l.id
    ${isStanding ? paidFor(t) : empty}
  where ${t.loans}`;
const isIn = (bucket: (typeof callBuckets)[number], step: Fragment): Fragment =>
  sql`${step} = ${callBuckets.indexOf(bucket)}::int`;

type Standing = (typeof standings)[number];
const { PTP, Payment, FinalSettlement } = dispositionIds;
const isPositive = sql`c.last_disposition_id in (${PTP}, ${Payment}, ${FinalSettlement})`;
/** What is true of a loan `c` that stands in it; one may stand in several (G198). */
const is: Readonly<Record<Standing, Fragment>> = {
  'Not Attempted': sql`${attempted} = 0`,
  'Not Connected': sql`${attempted} > 0 and ${connected} = 0`,
  'Negative Dispo': sql`c.last_disposition_id is not null and not ${isPositive} and not c.is_paid`,
  'Positive Unpaid': sql`${isPositive} and not c.is_realized`,
};

/** Each loan is looked at once for all of them. */
export async function loansByStanding(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.standing>[]> {
  const added = standings.map((title, n) => ({
    title,
    when: is[title],
    count: name(`count_${n}`),
    amount: name(`amount_${n}`),
    ids: name(`ids_${n}`),
  }));
  const rows = await tx.planned<Rows<typeof teamDashboard.standing>>(sql`
    with ${waiting} select w.title, w.count, w.amount, w.ids as "loanIds" from (
      select ${join(
        added.map(
          ({ when, count, amount, ids }) => sql`(count(*) filter (where ${when}))::int as ${count},
            coalesce(sum(c.total_outstanding) filter (where ${when}), 0)::bigint as ${amount}, ${someOf(sql`c.id`, when)} as ${ids}`,
        ),
      )} from (${called(t, true)} offset 0) c) s
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
  const narrowed = narrow<typeof teamDashboard.counted>(asked, {
    standing: (standing) => is[standing],
    attempted: (bucket) => isIn(bucket, attempted),
    connected: (bucket) => isIn(bucket, connected),
    response: () => sql`w.answers > 0`,
    q: (q) => sql`(c.loan_number ilike ${like(q)} or c.borrower_name ilike ${like(q)})`,
  });
  const chosen = sql`from (${called(t, asked.standing !== undefined)}) c ${answered(t, asked.response)} ${where(narrowed)}`;
  const rows = isNumberAlone(asked)
    ? []
    : await tx.planned<Rows<typeof teamDashboard.counted>>(sql`
        with ${waiting},
        page as materialized (
          select c.id, c.total_outstanding, w.answers ${chosen} order by c.total_outstanding desc, c.id desc ${paged(asked)})
        select l.id, l.loan_number as "loanNumber", l.borrower_name as "borrowerName", ${calls}::int as calls,
          ${spoken}::int as connected, coalesce(page.answers, 0)::int as answers, page.total_outstanding as amount
        from page join loans l on l.id = page.id ${callsIn(t.monthStart)}
        order by page.total_outstanding desc, page.id desc`);
  const [sum] = await tx.planned<{ count: number; amount: number }>(
    narrowed.some(Boolean)
      ? sql`with ${waiting} select count(*)::int as count, coalesce(sum(c.total_outstanding), 0)::bigint as amount ${chosen}`
      : bookOf(t),
  );
  return { ...countedAlready(asked, sum?.count ?? 0, rows), summary: { amount: sum?.amount ?? 0 } };
}
