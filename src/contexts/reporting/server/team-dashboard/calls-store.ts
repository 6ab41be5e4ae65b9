/** Team loans by calls and talks this month, and their lists (decision 346). */
import { paged } from '#kernel/server/database/table.ts';
import { likeLoanNumber } from '#contexts/loans/server/search.ts';
import { nameHas } from '#kernel/server/database/search.ts';
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
import { type Fragment, empty, join, sql, where } from '#kernel/server/database/sql.ts';
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
import { PAID, monthSumsOf } from '../months.ts';
import { ever } from '../outcomes.ts';
import { type Team, messages } from './store.ts';

type Rows<E extends { gives: z.ZodMiniType }> = z.output<E['gives']>;
type Asked = z.output<(typeof teamDashboard.counted)['takes']>;

/** Active loans of the team, unfiltered. */
const bookOf = (t: Team): Fragment => sql`
  select coalesce(sum(b.loans), 0)::int as count, coalesce(sum(b.total), 0)::bigint as amount
  from book_sums_now b where b.is_active and ${t.people(sql`b.assignee_id`)}`;

/** How many loans of each person were called so often, and how many more they have. */
const levels = (t: Team): Fragment => sql`
  seen as materialized (
    select c.assignee_id, c.level, sum(c.loans)::int as count from called_counts_now c
    where c.month = ${t.monthStart} and c.is_active and ${t.people(sql`c.assignee_id`)} group by 1, 2 having sum(c.loans) > 0),
  rest as materialized (
    select b.assignee_id, b.count - coalesce(s.count, 0)::int as count
    from (select b.assignee_id, sum(b.loans)::int as count from book_sums_now b
        where b.is_active and ${t.people(sql`b.assignee_id`)} group by 1) b
      left join (select assignee_id, sum(count) as count from seen group by 1) s using (assignee_id)
    where b.count > coalesce(s.count, 0))`;
/** Example uncalled loans, as an array: searched only for users with more loans than called ones. */
const uncalled = (t: Team): Fragment => {
  const isUncalled = (assignee: Fragment): Fragment => sql`l.is_active
    and not exists (select from called_loans k where k.user_id = 0 and k.month = ${t.monthStart} and k.is_active
      and k.level = any(${calledLevels}) and k.assignee_id = ${assignee} and k.loan_id = l.id
        and k.loan_id not in (select loan_id from waits))
    and not exists (select from waits w where w.loan_id = l.id and w.month = ${t.monthStart} and ${isCalled(sql`w.level`)})`;
  return sql`array(
    select x.id from rest r cross join lateral (
      select l.id from loans l where l.assignee_id is null and ${isUncalled(sql`0`)} limit r.count) x where r.assignee_id = 0
    union all select x.id from rest r cross join lateral (
      select l.id from loans l where l.assignee_id = r.assignee_id and ${isUncalled(sql`r.assignee_id`)} limit r.count) x
    limit ${MOST_IDS})`;
};
interface Level {
  level: number;
  count: number;
  loanIds: number[];
}
/** Loans per number of calls and talks, and examples; 0: uncalled ones. */
const levelsOf = (tx: Tx, t: Team): Promise<Level[]> =>
  tx.planned<Level>(sql`
    with ${waiting}, ${levels(t)}
    select s.level, s.count, array(
      select k.loan_id from called_loans k
      where k.user_id = 0 and k.month = ${t.monthStart} and k.is_active and k.level = s.level and ${t.people(sql`k.assignee_id`)}
        and not exists (select from waits w where w.loan_id = k.loan_id)
      union all select w.loan_id from waits w
      where w.month = ${t.monthStart} and w.is_active and w.level = s.level and ${t.people(sql`w.assignee_id`)}
      limit ${MOST_IDS}) as "loanIds"
    from (select level, sum(count)::int as count from seen group by 1) s
    union all select 0, (select coalesce(sum(count), 0)::int from rest), ${uncalled(t)}`);

export async function intensity(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.intensity>[]> {
  const told = await levelsOf(tx, t);
  const of = (kind: 'attempted' | 'connected', bucket: (typeof intensities)[number]) => {
    const some = told.filter(
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

/** Whether each loan `l` has payments, or realised money, this month: read in bulk, or per loan for some. */
function paidFor(t: Team, isOfSome: boolean): Fragment {
  const paid = sql`select p.loan_id, bool_or(p.realized) as is_realized from payments p
    where p.status = 'success' and p.payment_date >= ${t.monthStart}`;
  return isOfSome
    ? sql`left join lateral (${paid} and p.loan_id = l.id group by p.loan_id) paid on true`
    : sql`left join (${paid} group by p.loan_id) paid on paid.loan_id = l.id`;
}
/** Each loan with its number of calls; if its state is needed, with its last disposition and collections. */
const called = (t: Team, isStanding: boolean, some?: Fragment): Fragment => sql`
  select l.id, l.loan_number, l.borrower_name, l.total_outstanding, ${levelOf(t.monthStart)} as level
    ${isStanding ? sql`, l.last_disposition_id, paid.loan_id is not null as is_paid, paid.is_realized is true as is_realized` : empty}
  from loans l left join (
    select k.loan_id, k.level from called_loans k
    where k.user_id = 0 and k.month = ${t.monthStart} and k.is_active and ${t.people(sql`k.assignee_id`)}) k on k.loan_id = l.id
    ${isStanding ? paidFor(t, !t.isAll || some !== undefined) : empty}
  where ${t.loans} ${some ? sql`and l.id in (${some})` : empty}`;
const isIn = (bucket: (typeof callBuckets)[number], step: Fragment): Fragment =>
  sql`${step} = ${callBuckets.indexOf(bucket)}::int`;

type Standing = (typeof standings)[number];
const { PTP, Payment, FinalSettlement } = dispositionIds;
const isPositive = sql`c.last_disposition_id in (${PTP}, ${Payment}, ${FinalSettlement})`;
/** State conditions of a loan `c`; several may apply (G198). */
const is: Readonly<Record<Standing, Fragment>> = {
  'Not Attempted': sql`${attempted} = 0`,
  'Not Connected': sql`${attempted} > 0 and ${connected} = 0`,
  'Negative Dispo': sql`c.last_disposition_id is not null and not ${isPositive} and not c.is_paid`,
  'Positive Unpaid': sql`${isPositive} and not c.is_realized`,
};

/**
 * Contribution of a total `s` of the month, or of the latest dispositions, to each state; subtracted from uncalled
 * loans.
 */
const adds = (t: Team): Readonly<Record<Standing, Fragment>> => {
  const inMonth = sql`s.month = ${t.monthStart}`;
  const said = (
    what: number,
    paid: number,
  ): Fragment => sql`case when s.said <> ${what}::int then 0 when s.month = ${ever} then 1
    when ${inMonth} and s.paid >= ${paid}::int then -1 else 0 end`;
  return {
    'Not Attempted': sql`case when ${inMonth} and s.calls > 0 then -1 else 0 end`,
    'Not Connected': sql`case when ${inMonth} and s.calls = 1 then 1 else 0 end`,
    'Negative Dispo': said(1, 1),
    'Positive Unpaid': said(2, PAID),
  };
};
/** Example loans per state, as an array: recently changed ones are evaluated, the others use stored values. */
const someStanding = (t: Team): Readonly<Record<Standing, Fragment>> => {
  const kept = (standing: Standing, month: Fragment, when: Fragment): Fragment => sql`array(
    select c.id from c where ${is[standing]}
    union all select m.loan_id from month_loans m
    where m.month = ${month} and m.is_active and ${when} and ${t.people(sql`m.assignee_id`)}
      and m.loan_id not in (select loan_id from changed) limit ${MOST_IDS})`;
  const said = (what: number, paid: number): Fragment => sql`m.calls = 0 and m.said = ${what}::int
    and not exists (select from month_loans o where o.loan_id = m.loan_id and o.month = ${t.monthStart} and o.paid >= ${paid}::int)`;
  return {
    'Not Attempted': uncalled(t),
    'Not Connected': kept('Not Connected', t.monthStart, sql`m.calls = 1 and m.said in (0, 1, 2)`),
    'Negative Dispo': kept('Negative Dispo', ever, said(1, 1)),
    'Positive Unpaid': kept('Positive Unpaid', ever, said(2, PAID)),
  };
};

/** From totals (decision 384). */
export async function loansByStanding(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.standing>[]> {
  const [weights, loans] = [adds(t), someStanding(t)];
  const all = (title: Standing): Fragment => (title === 'Not Attempted' ? sql`1` : sql`0`);
  return tx.planned<Rows<typeof teamDashboard.standing>>(sql`
    with ${waiting}, ${levels(t)}, changed as materialized (select distinct loan_id from month_changes),
    c as materialized (${called(t, true, sql`select loan_id from changed`)}),
    book as materialized (${bookOf(t)}),
    s as materialized (
      select s.month, s.calls, s.paid, s.said, sum(s.loans) as loans, sum(s.total) as total from month_counts_now s
      where s.month in (${t.monthStart}, ${ever}) and s.is_active and ${monthSumsOf(t)} group by 1, 2, 3, 4)
    ${join(
      standings.map(
        (title) => sql`
          select ${title}::text as title, ${loans[title]} as "loanIds",
            (select ${all(title)} * book.count + coalesce(sum(s.loans * ${weights[title]}), 0)::int from s) as count,
            (select ${all(title)} * book.amount + coalesce(sum(s.total * ${weights[title]}), 0)::bigint from s) as amount
          from book`,
      ),
      ' union all ',
    )}`);
}

/** Number of such answers of a loan `c` this month; without an answered-calls filter the join is skipped. */
const answered = (t: Team, response: string | undefined): Fragment =>
  response === undefined
    ? sql`cross join (values (0)) w (answers)`
    : sql`left join (
        select m.loan_id, count(*) as answers ${messages(t)} and m.response_type = ${response} group by m.loan_id
      ) w on w.loan_id = c.id`;

/** Loans of a call, state or answer figure; their number is from totals. */
export async function countedLoans(tx: Tx, t: Team, asked: Asked) {
  const narrowed = narrow<typeof teamDashboard.counted>(asked, {
    standing: (standing) => is[standing],
    attempted: (bucket) => isIn(bucket, attempted),
    connected: (bucket) => isIn(bucket, connected),
    response: () => sql`w.answers > 0`,
    q: (q) => sql`(c.loan_number ilike ${likeLoanNumber(q)} or ${nameHas(sql`c.borrower_name`, q)})`,
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
