/** Team loans by calls and talks this month, and their lists (decision 560). */
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
import { type Fragment, join, sql, where } from '#kernel/server/database/sql.ts';
import { changedLoans, inMonth, levelOf, levelSteps, monthOfLoans, stepOf, waiting } from '../called.ts';
import { MOST_IDS } from '../figures.ts';
import { PAID, sumsOf } from '../months.ts';
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
  const isUncalled = sql`l.is_active and l.id not in (select loan_id from waits)
    and not exists (select from month_loans k where k.loan_id = l.id and k.month = ${t.monthStart} and k.calls > 0)`;
  return sql`array(
    select c.id from changed c where c.calls = 0
    union all select x.id from rest r cross join lateral (
      select l.id from loans l where l.assignee_id is null and ${isUncalled} limit r.count) x where r.assignee_id = 0
    union all select x.id from rest r cross join lateral (
      select l.id from loans l where l.assignee_id = r.assignee_id and ${isUncalled} limit r.count) x
    limit ${MOST_IDS})`;
};
/** Up to this number of loans, all of a team are read at once; of more, each level is searched by its index. */
const FEW = 100_000;
const called = sql`${levelOf(sql`k.calls`, sql`k.connected`)}`;
/** Example loans per level, as rows of level and ids. */
const someCalled = (t: Team, isFew: boolean): Fragment => {
  const theirs = sql`k.month = ${t.monthStart} and k.calls > 0 and k.loan_id not in (select loan_id from waits) and ${t.loans}`;
  const all = isFew
    ? sql`select ${called} as level, l.id from loans l join month_loans k on k.loan_id = l.id where ${theirs}`
    : sql`select s.level, x.id from (select distinct level from seen) s cross join lateral (
        select l.id from month_loans k join loans l on l.id = k.loan_id
        where ${theirs} and ${called} = s.level limit ${MOST_IDS}) x`;
  return sql`select level, (array_agg(id))[1:${MOST_IDS}::int] as ids from (
    select ${levelOf(sql`c.calls`, sql`c.connected`)} as level, c.id from changed c where c.calls > 0
    union all ${all}) x group by 1`;
};
interface Level {
  level: number;
  count: number;
  loanIds: number[];
}
/** Loans per number of calls and talks, and examples; 0: uncalled ones. */
async function levelsOf(tx: Tx, t: Team): Promise<Level[]> {
  const [book] = await tx.planned<{ count: number }>(bookOf(t));
  return tx.planned<Level>(sql`
    with ${changedLoans(t.monthStart, t.loans)}, ${levels(t)}, found as (${someCalled(t, (book?.count ?? 0) <= FEW)})
    select s.level, s.count, coalesce(f.ids, '{}') as "loanIds"
    from (select level, sum(count)::int as count from seen group by 1) s left join found f on f.level = s.level
    union all select 0, (select coalesce(sum(count), 0)::int from rest), ${uncalled(t)}`);
}

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

/** Each loan with its numbers of the month. */
const counted = (t: Team): Fragment => sql`
  select l.id, l.loan_number, l.borrower_name, l.total_outstanding, l.last_disposition_id, ${inMonth('calls')} as calls,
    ${inMonth('connected')} as connected, ${inMonth('payments')} as payments, ${inMonth('realized')} as realized
  from loans l ${monthOfLoans(t.monthStart)} where ${t.loans}`;
const isIn = (bucket: (typeof callBuckets)[number], count: Fragment): Fragment =>
  sql`${stepOf(count)} = ${callBuckets.indexOf(bucket)}::int`;

type Standing = (typeof standings)[number];
const { PTP, Payment, FinalSettlement } = dispositionIds;
const isPositive = sql`c.last_disposition_id in (${PTP}, ${Payment}, ${FinalSettlement})`;
/** State conditions of a loan `c`; several may apply (G198). */
const is: Readonly<Record<Standing, Fragment>> = {
  'Not Attempted': sql`c.calls = 0`,
  'Not Connected': sql`c.calls > 0 and c.connected = 0`,
  'Negative Dispo': sql`c.last_disposition_id is not null and not ${isPositive} and c.payments = 0`,
  'Positive Unpaid': sql`${isPositive} and c.realized = 0`,
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
/** Example loans per state, up to their number: loans that wait are evaluated, the others use stored numbers. */
const someStanding = (t: Team): Readonly<Record<Standing, Fragment>> => {
  const some = (standing: Standing, stored: Fragment): Fragment => sql`array(
    select c.id from changed c where ${is[standing]} union all ${stored}
    limit (select least(f.count, ${MOST_IDS}) from figures f where f.title = ${standing}))`;
  const isOther = sql`l.id not in (select loan_id from waits) and ${t.loans}`;
  // Of last dispositions there is an index.
  const disposed = (which: Fragment, isPaid: Fragment): Fragment => sql`
    select c.id from loan_standing c join loans l on l.id = c.id
    where c.is_active and c.last_disposition_id is not null and ${which} and ${isOther}
      and not exists (select from month_loans k where k.loan_id = c.id and k.month = ${t.monthStart} and ${isPaid})`;
  return {
    'Not Attempted': uncalled(t),
    'Not Connected': some(
      'Not Connected',
      sql`select l.id from month_loans k join loans l on l.id = k.loan_id
        where k.month = ${t.monthStart} and k.calls > 0 and k.connected = 0 and ${isOther}`,
    ),
    'Negative Dispo': some('Negative Dispo', disposed(sql`not ${isPositive}`, sql`k.payments > 0`)),
    'Positive Unpaid': some('Positive Unpaid', disposed(isPositive, sql`k.realized > 0`)),
  };
};

/** From totals (decision 560). */
export async function loansByStanding(tx: Tx, t: Team): Promise<Rows<typeof teamDashboard.standing>[]> {
  const [weights, loans] = [adds(t), someStanding(t)];
  const all = (title: Standing): Fragment => (title === 'Not Attempted' ? sql`1` : sql`0`);
  return tx.planned<Rows<typeof teamDashboard.standing>>(sql`
    with ${changedLoans(t.monthStart, t.loans)}, ${levels(t)}, book as materialized (${bookOf(t)}),
    s as materialized (
      select s.month, s.calls, s.paid, s.said, sum(s.loans) as loans, sum(s.total) as total from month_counts_now s
      where s.month in (${t.monthStart}, ${ever}) and s.is_active and ${sumsOf(t)} group by 1, 2, 3, 4),
    figures as materialized (${join(
      standings.map(
        (title) => sql`
          select ${title}::text as title,
            (select ${all(title)} * book.count + coalesce(sum(s.loans * ${weights[title]}), 0)::int from s) as count,
            (select ${all(title)} * book.amount + coalesce(sum(s.total * ${weights[title]}), 0)::bigint from s) as amount
          from book`,
      ),
      ' union all ',
    )})
    select f.title, f.count, f.amount, case f.title ${join(
      standings.map((title) => sql`when ${title} then ${loans[title]}`),
      ' ',
    )} end as "loanIds"
    from figures f`);
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
    attempted: (bucket) => isIn(bucket, sql`c.calls`),
    connected: (bucket) => isIn(bucket, sql`c.connected`),
    response: () => sql`w.answers > 0`,
    q: (q) => sql`(c.loan_number ilike ${likeLoanNumber(q)} or ${nameHas(sql`c.borrower_name`, q)})`,
  });
  const chosen = sql`from (${counted(t)}) c ${answered(t, asked.response)} ${where(narrowed)}`;
  const rows = isNumberAlone(asked)
    ? []
    : await tx.planned<Rows<typeof teamDashboard.counted>>(sql`
        with ${waiting(t.monthStart)}
        select c.id, c.loan_number as "loanNumber", c.borrower_name as "borrowerName", c.calls, c.connected,
          coalesce(w.answers, 0)::int as answers, c.total_outstanding as amount
        ${chosen} order by c.total_outstanding desc, c.id desc ${paged(asked)}`);
  const [sum] = await tx.planned<{ count: number; amount: number }>(
    narrowed.some(Boolean)
      ? sql`with ${waiting(t.monthStart)} select count(*)::int as count, coalesce(sum(c.total_outstanding), 0)::bigint as amount ${chosen}`
      : bookOf(t),
  );
  return { ...countedAlready(asked, sum?.count ?? 0, rows), summary: { amount: sum?.amount ?? 0 } };
}
