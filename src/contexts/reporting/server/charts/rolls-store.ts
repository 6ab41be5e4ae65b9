/** From which bucket into which loans moved in a month, and which loans they are (decision 156). */
import type { z } from 'zod/mini';
import type { charts } from '#contexts/reporting/contract/charts.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { countedAlready, isNumberAlone } from '#kernel/server/database/count.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { like, paged } from '#kernel/server/database/table.ts';
import { bucketOf, bucketPlace } from './buckets.ts';
import type { Drawn } from './scope.ts';

type Told = z.output<(typeof charts.rolls)['gives']>;
type Asked = z.output<(typeof charts.rolled)['takes']>;
type Rolled = z.output<(typeof charts.rolled)['gives']>;

const firstOf = (month: string): Fragment => sql`${`${month}-01`}::date`;

interface Kept {
  month: string;
  takenAt: string;
}
/** Ends of months that are kept, the newest first. */
const keptEnds = (tx: Tx): Promise<Kept[]> =>
  tx.rows<Kept>(
    sql`select to_char(month, 'YYYY-MM') as month, taken_at as "takenAt" from month_ends order by month desc`,
  );
const before = (month: string): string => {
  const [year, n] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return new Date(Date.UTC(year, n - 2, 1)).toISOString().slice(0, 7);
};
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** Months with an end before them and one of their own, or that are not over. */
async function monthsToTell(tx: Tx, present: string): Promise<{ months: string[]; ends: Map<string, Kept> }> {
  const ends = new Map((await keptEnds(tx)).map((end) => [end.month, end]));
  const months = [present, ...ends.keys()].filter(
    (month) => ends.has(before(month)) && (month === present || ends.has(month)),
  );
  return { months: [...new Set(months)], ends };
}

/** Each loan with both its ends. Whose loans they are comes first: the ends of a few are looked up one by one. */
function moved(d: Drawn, month: string, present: string): Fragment {
  const after =
    month === present
      ? sql`lateral (select l.id as loan_id, l.dpd, l.total_outstanding as outstanding where l.is_active) b on true`
      : sql`loan_month_ends b on b.month = ${firstOf(month)} and b.loan_id = l.id`;
  return sql`
    select l.id, l.loan_number, l.borrower_name, a.dpd as dpd_before, b.dpd as dpd_after,
      coalesce(a.outstanding, b.outstanding) as amount,
      case when a.loan_id is null then 'new' else ${bucketOf(sql`a.dpd`)} end as "from",
      case when b.loan_id is null then 'gone' else ${bucketOf(sql`b.dpd`)} end as "to",
      case when a.loan_id is null then 'new' when b.loan_id is null then 'gone'
        when a.dpd is null and b.dpd is null then 'same' when a.dpd is null or b.dpd is null then 'untold'
        when ${bucketPlace(sql`b.dpd`)} < ${bucketPlace(sql`a.dpd`)} then 'back'
        when ${bucketPlace(sql`b.dpd`)} > ${bucketPlace(sql`a.dpd`)} then 'on' else 'same' end as move
    from loans l left join loan_month_ends a on a.month = ${firstOf(before(month))} and a.loan_id = l.id left join ${after}
    where (a.loan_id is not null or b.loan_id is not null) and ${d.loans}`;
}

export async function rolls(tx: Tx, d: Drawn, asked: string | undefined): Promise<Omit<Told, 'asOf'>> {
  const present = d.day.slice(0, 7);
  const { months, ends } = await monthsToTell(tx, present);
  const over = months.find((month) => month !== present) ?? months[0];
  const month = asked !== undefined && months.includes(asked) ? asked : over;
  const end = month === undefined ? undefined : ends.get(before(month));
  if (month === undefined || !end) return { month: null, months, isOpen: false, before: null, cells: [] };
  return {
    month,
    months,
    isOpen: month === present,
    before: { day: lastDayOf(end.month), takenAt: end.takenAt },
    cells: await tx.planned(sql`
      select m.from, m.to, m.move, count(*)::int as loans, sum(m.amount)::bigint as amount
      from (${moved(d, month, present)}) m group by 1, 2, 3
      order by min(m.dpd_before) nulls last, m.from, min(m.dpd_after) nulls last, m.to`),
  };
}

export async function rolled(tx: Tx, d: Drawn, asked: Asked) {
  const present = d.day.slice(0, 7);
  const { months } = await monthsToTell(tx, present);
  const month = asked.month ?? months.find((one) => one !== present) ?? present;
  if (!months.includes(month)) return { rows: [], count: 0, summary: { amount: 0 } };
  const chosen = sql`from (${moved(d, month, present)}) m ${where(
    narrow<typeof charts.rolled>(asked, {
      from: (from) => sql`m.from = ${from}`,
      to: (to) => sql`m.to = ${to}`,
      move: (move) => sql`m.move = ${move}`,
      q: (q) => sql`(m.loan_number ilike ${like(q)} or m.borrower_name ilike ${like(q)})`,
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
