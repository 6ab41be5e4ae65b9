/** The month a report is of, as dates; a report of an earlier month stands at its last day. */
import { businessDay } from '#server/kernel/clock.ts';
import { type Fragment, sql } from '#server/kernel/sql.ts';

export interface Month {
  /** Its first day. */
  first: Fragment;
  /** Up to and with which day it is counted. */
  until: Fragment;
  month: number;
  year: number;
  /** With today, never fewer than one; nothing for a month that is over (G173). */
  pendingDays: number | null;
}

const two = (n: number): string => String(n).padStart(2, '0');
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

export function monthOf(word: string | undefined, now: Date): Month {
  const today = businessDay(now);
  const current = { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) };
  const { year, month } = word ? { month: Number(word.slice(0, 2)), year: Number(word.slice(2)) } : current;
  const last = daysIn(year, month);
  const isCurrent = year === current.year && month === current.month;
  const until = isCurrent ? Number(today.slice(8)) : last;
  return {
    first: sql`${`${year}-${two(month)}-01`}::date`,
    until: sql`${`${year}-${two(month)}-${two(until)}`}::date`,
    month,
    year,
    pendingDays: isCurrent ? Math.max(1, last - until + 1) : null,
  };
}

/** Percent with two decimals. */
export const shareOf = (part: Fragment, whole: Fragment): Fragment =>
  sql`case when ${whole} > 0 then round(${part} * 100.0 / ${whole}, 2)::float8 end`;

/** The nearest person above somebody who has one of these roles. */
export const above = (person: Fragment, roles: readonly string[]): Fragment => sql`(
  select a.first_name || ' ' || a.last_name from user_below b join users a on a.id = b.ancestor_id
  join roles r on r.id = a.role_id
  where b.user_id = ${person} and b.ancestor_id <> b.user_id and r.role_type = any(${[...roles]})
  order by (select count(*) from user_below x where x.ancestor_id = a.id), a.id limit 1)`;
export const leaders = ['tech_lead'] as const;
export const assistants = ['supervisor', 'authorized_officer'] as const;
export const managers = ['manager'] as const;
