/** From which bucket into which loans moved in a month, and which loans they are (decision 061). */
import { paged } from '#kernel/server/database/table.ts';
import { likeLoanNumber } from '#contexts/loans/server/search.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import { ageingBuckets } from '#contexts/reporting/contract/ageing.ts';
import type { charts } from '#contexts/reporting/contract/charts.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { countedAlready, isNumberAlone } from '#kernel/server/database/count.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { amongPeople } from '../figures.ts';
import { sumsOf } from '../months.ts';
import { bucketOf } from './buckets.ts';
import type { Drawn } from './scope.ts';

type Told = z.output<(typeof charts.rolls)['gives']>;
type Asked = z.output<(typeof charts.rolled)['takes']>;
type Rolled = z.output<(typeof charts.rolled)['gives']>;

const firstOf = (month: string): Fragment => sql`${`${month}-01`}::date`;

interface Kept {
  month: string;
  takenAt: string;
  /** Its roll rates are stored as totals. */
  isSummed: boolean;
}
/** Month-end snapshots, newest first. */
const keptEnds = (tx: Tx): Promise<Kept[]> =>
  tx.rows<Kept>(
    sql`select to_char(month, 'YYYY-MM') as month, taken_at as "takenAt", is_summed as "isSummed" from month_ends order by month desc`,
  );
const monthBefore = (month: string): string => {
  const [year, n] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return new Date(Date.UTC(year, n - 2, 1)).toISOString().slice(0, 7);
};
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** Months with snapshots before and after, or in progress. */
async function monthsToTell(tx: Tx, present: string): Promise<{ months: string[]; ends: Map<string, Kept> }> {
  const ends = new Map((await keptEnds(tx)).map((end) => [end.month, end]));
  const months = [present, ...ends.keys()].filter(
    (month) => ends.has(monthBefore(month)) && (month === present || ends.has(month)),
  );
  return { months: [...new Set(months)], ends };
}

/** Each loan with both snapshots; of the month in progress with its present state. */
function moved(d: Drawn, month: string, present: string): Fragment {
  const ends =
    month === present
      ? sql`cross join lateral (
          select a.dpd as dpd_before, a.outstanding as outstanding_before, case when l.is_active then l.dpd end as dpd,
            case when l.is_active then l.total_outstanding end as outstanding
          from (values (1)) one left join loan_month_ends a
            on a.month = ${firstOf(monthBefore(month))} and a.loan_id = l.id and a.outstanding is not null) x`
      : sql`join loan_month_ends x on x.month = ${firstOf(month)} and x.loan_id = l.id`;
  return sql`
    select l.id, l.loan_number, l.borrower_name, x.dpd_before, x.dpd as dpd_after,
      coalesce(x.outstanding_before, x.outstanding) as amount,
      case when x.outstanding_before is null then 'new' else ${bucketOf(sql`x.dpd_before`)} end as "from",
      case when x.outstanding is null then 'gone' else ${bucketOf(sql`x.dpd`)} end as "to",
      roll_move(x.outstanding_before is not null, x.dpd_before, x.outstanding is not null, x.dpd) as move
    from loans l ${ends} where (x.outstanding_before is not null or x.outstanding is not null) and ${d.loans}`;
}

/** Totals `s` of a past month (decision 061). */
const summed = (d: Drawn, month: string, ends: ReadonlyMap<string, Kept>): Fragment | undefined =>
  month !== d.day.slice(0, 7) && ends.get(month)?.isSummed
    ? sql`roll_counts_now s where s.month = ${firstOf(month)} and ${sumsOf(d, d.clientIds)}`
    : undefined;
/** In the order of buckets, those that are none last. */
const inOrder = (bucket: Fragment): Fragment =>
  sql`nullif(array_position(${[...ageingBuckets]}::text[], ${bucket}), ${ageingBuckets.length}::int) nulls last, ${bucket}`;

export async function rolls(tx: Tx, d: Drawn, asked: string | undefined): Promise<Omit<Told, 'asOf'>> {
  const present = d.day.slice(0, 7);
  const { months, ends } = await monthsToTell(tx, present);
  const over = months.find((month) => month !== present) ?? months[0];
  const month = asked !== undefined && months.includes(asked) ? asked : over;
  const end = month === undefined ? undefined : ends.get(monthBefore(month));
  if (month === undefined || !end) return { month: null, months, isOpen: false, before: null, cells: [] };
  const sums = summed(d, month, ends);
  const counts = sums
    ? sql`select s.came_from as "from", s.went_to as "to", s.move, s.loans, s.amount from ${sums}`
    : sql`select m.from, m.to, m.move, 1 as loans, m.amount from (${moved(d, month, present)}) m`;
  return {
    month,
    months,
    isOpen: month === present,
    before: { day: lastDayOf(end.month), takenAt: end.takenAt },
    cells: await tx.planned(sql`
      select m.from, m.to, m.move, sum(m.loans)::int as loans, sum(m.amount)::bigint as amount
      from (${counts}) m group by 1, 2, 3 having sum(m.loans) > 0
      order by ${inOrder(sql`m.from`)}, ${inOrder(sql`m.to`)}`),
  };
}

/** Maximum skipped loans before a page is full: beyond, searching the user's loans is faster. */
const PASSED = 10_000;
interface Sum {
  n: number;
  amount: number;
  /** Of everybody's. */
  all: number;
}
/** Page of a past month's loans with the largest balances, in that order: visible ones occur soon. */
function mostOwed(tx: Tx, d: Drawn, month: string, asked: Asked): Promise<Rolled[]> {
  // Evaluated per row (`offset 0`), so that only as many are checked as needed; deleted loans keep their rows for a while.
  const isSeen = d.clientIds
    ? sql`l.client_id = any(${[...d.clientIds]}) and ${d.loans}`
    : d.isAll
      ? sql`true`
      : amongPeople(sql`l.assignee_id`, d.people);
  return tx.planned<Rolled>(sql`
    with page as materialized (
      select x.loan_id as id, x.dpd_before, x.dpd, coalesce(x.outstanding_before, x.outstanding) as amount
      from loan_month_ends x
      where x.month = ${firstOf(month)} and (select true from loans l where l.id = x.loan_id and ${isSeen} offset 0)
      order by coalesce(x.outstanding_before, x.outstanding) desc, x.loan_id desc ${paged(asked)})
    select page.id, l.loan_number as "loanNumber", l.borrower_name as "borrowerName", page.dpd_before as "dpdBefore",
      page.dpd as "dpdAfter", page.amount
    from page join loans l on l.id = page.id order by page.amount desc, page.id desc`);
}

export async function rolled(tx: Tx, d: Drawn, asked: Asked) {
  const present = d.day.slice(0, 7);
  const { months, ends } = await monthsToTell(tx, present);
  const month = asked.month ?? months.find((one) => one !== present) ?? present;
  if (!months.includes(month)) return { rows: [], count: 0, summary: { amount: 0 } };
  const sums = summed(d, month, ends);
  const isNarrowed = [asked.from, asked.to, asked.move, asked.q].some((one) => one !== undefined);
  const [told] =
    sums && !isNarrowed
      ? await tx.planned<Sum>(sql`
          select coalesce(sum(s.loans), 0)::int as n, coalesce(sum(s.amount), 0)::bigint as amount,
            (select coalesce(sum(t.loans), 0)::int from roll_counts_now t
              where t.month = ${firstOf(month)}) as "all"
          from ${sums}`)
      : [];
  const passed = told && ((asked.page ?? 1) * (asked.size ?? 100) * told.all) / Math.max(1, told.n);
  if (told && passed !== undefined && (passed <= PASSED || isNumberAlone(asked))) {
    const rows = isNumberAlone(asked) ? [] : await mostOwed(tx, d, month, asked);
    return { ...countedAlready(asked, told.n, rows), summary: { amount: told.amount } };
  }
  const chosen = sql`from (${moved(d, month, present)}) m ${where(
    narrow<typeof charts.rolled>(asked, {
      from: (from) => sql`m.from = ${from}`,
      to: (to) => sql`m.to = ${to}`,
      move: (move) => sql`m.move = ${move}`,
      q: (q) => sql`(m.loan_number ilike ${likeLoanNumber(q)} or ${nameHas(sql`m.borrower_name`, q)})`,
      // What every figure of the dashboard is narrowed by, and which month it is.
      clientIds: null,
      month: null,
    }),
  )}`;
  const page = isNumberAlone(asked) ? sql`limit 0` : paged(asked);
  // Page, number and sum come from one pass; names are read for the page alone.
  const found = await tx.planned<{ row: Rolled | null; n: number; amount: number }>(sql`
    with s as materialized (select m.id, m.dpd_before, m.dpd_after, m.amount ${chosen}),
    page as (select * from s order by amount desc, id desc ${page}),
    sums as (select count(*)::int as n, coalesce(sum(amount), 0)::bigint as amount from s)
    select sums.n, sums.amount, case when page.id is not null then jsonb_build_object('id', page.id, 'loanNumber', l.loan_number,
      'borrowerName', l.borrower_name, 'dpdBefore', page.dpd_before, 'dpdAfter', page.dpd_after, 'amount', page.amount) end as row
    from sums left join page on true left join loans l on l.id = page.id order by page.amount desc, page.id desc`);
  const { n = 0, amount = 0 } = found[0] ?? {};
  const rows = found.flatMap(({ row }) => (row ? [row] : []));
  return { ...countedAlready(asked, n, rows), summary: { amount } };
}
