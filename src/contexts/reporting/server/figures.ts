/**
 * Definitions of collected, target, DRR and CRR for every screen, report and file (decision 061). Money is collected
 * when realised, on its payment day, for the loan's assignee, or the one at its closing.
 */
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

export interface Month {
  /** Its first day. */
  first: Fragment;
  /** Up to and with which day it is counted. */
  until: Fragment;
  /** The first day of the month so many before. */
  back: (months: number) => Fragment;
  /** The day of the month before that is as far in it, or its last. */
  untilBefore: Fragment;
  month: number;
  year: number;
  /** Days of it so far, today included. */
  daysPassed: number;
  /** Including today, at least one; null for a past month (G173). */
  pendingDays: number | null;
}

/** `column` is one of these users, queried together: their rows are found by the index, not by a scan. */
export const amongPeople = (column: Fragment, people: (id: Fragment) => Fragment): Fragment =>
  sql`${column} = any(array(select u.id from users u where ${people(sql`u.id`)}))`;

const two = (n: number): string => String(n).padStart(2, '0');
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Month of a report, `MMYYYY`; the current one by default. A past one is evaluated at its last day. */
export function monthOf(word: string | undefined, now: Date): Month {
  const today = businessDay(now);
  const current = { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) };
  const { year, month } = word ? { month: Number(word.slice(0, 2)), year: Number(word.slice(2)) } : current;
  const last = daysIn(year, month);
  const isCurrent = year === current.year && month === current.month;
  const until = isCurrent ? Number(today.slice(8)) : last;
  const dayOf = (back: number, day: number): Fragment => {
    const at = new Date(Date.UTC(year, month - 1 - back, 1));
    const most = daysIn(at.getUTCFullYear(), at.getUTCMonth() + 1);
    return sql`${`${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(Math.min(day, most))}`}::date`;
  };
  return {
    back: (months) => dayOf(months, 1),
    untilBefore: dayOf(1, until),
    first: sql`${`${year}-${two(month)}-01`}::date`,
    until: sql`${`${year}-${two(month)}-${two(until)}`}::date`,
    month,
    year,
    daysPassed: until,
    pendingDays: isCurrent ? Math.max(1, last - until + 1) : null,
  };
}

/** Maximum ids sent with a number; its list has all rows. */
export const MOST_IDS = 1000;

/** True for a payment `p` that is money collected. */
export const isCollected = sql`p.realized and p.status = 'success'`;

interface TargetOf {
  userId: number;
  people: (column: Fragment) => Fragment;
  /** For the entire agency, with the target of its lenders (G160). */
  isAll: boolean;
  /** Of these lenders only. */
  clientIds?: readonly number[] | undefined;
}

/**
 * Target of a month, by its first day: for the agency the sum of its lenders'; for a user theirs or, without one, the
 * sum of their agents'. User targets are not split by lender.
 */
export function targetIn({ isAll, clientIds, userId, people }: TargetOf, month: Fragment): Fragment {
  if (isAll)
    return sql`(select sum(h.target)::bigint from allocation_type_hierarchy h
      where make_date(h.year, h.month, 1) = ${month} and ${clientIds ? sql`h.client_id = any(${[...clientIds]})` : sql`true`})`;
  if (clientIds) return sql`null::bigint`;
  return sql`coalesce(
    (select t.amount from user_targets t where t.user_id = ${userId} and make_date(t.year, t.month, 1) = ${month}),
    (select sum(t.amount)::bigint from user_targets t join users v on v.id = t.user_id
      join roles w on w.id = v.role_id and w.role_type = 'agent'
      where ${people(sql`t.user_id`)} and make_date(t.year, t.month, 1) = ${month}))`;
}

export const percentOf = (achieved: number, target: number): number =>
  Math.round((achieved / target) * 10_000) / 100;

/** Remaining target per remaining day of the month, including today; amounts in one unit. */
export const drrOf = (
  target: number | null,
  achieved: number,
  { pendingDays }: Pick<Month, 'pendingDays'>,
): number | null =>
  target === null || pendingDays === null ? null : Math.round(Math.max(0, target - achieved) / pendingDays);

/** DRR = (target − month to date) ÷ pending days, CRR = month to date ÷ days passed (document 3, section 9). */
export const paceOf = (
  { target, achieved }: { target: number | null; achieved: number },
  month: Pick<Month, 'daysPassed' | 'pendingDays'>,
) => ({
  target,
  achieved,
  percentage: target ? percentOf(achieved, target) : null,
  drr: drrOf(target, achieved, month),
  crr: Math.round(achieved / month.daysPassed),
});

/** Percent with two decimals. */
export const shareOf = (part: Fragment, whole: Fragment): Fragment =>
  sql`case when ${whole} > 0 then round(${part} * 100.0 / ${whole}, 2)::float8 end`;
