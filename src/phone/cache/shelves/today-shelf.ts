/** Today's work from the rows on this device, in the order of this moment. Pure. */
import type { Input } from '#kernel/contract/endpoint.ts';
import { defaultPageSize } from '#kernel/contract/list.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { type TodayRow, inTurn, isWorked } from '#contexts/work/contract/today-rules.ts';
import { type TodaySection, type TodaySummary, type today } from '#contexts/work/contract/today.ts';

interface Page {
  rows: TodayRow[];
  count: number;
  summary: TodaySummary;
}

/** The page the server would answer; undefined for the work of another user. */
export function todayPage(
  kept: readonly TodayRow[],
  { userId, section, page = 1, size = defaultPageSize }: Input<typeof today.list>,
  now: Date,
): Page | undefined {
  if (userId !== undefined) return undefined;
  const all = inTurn(kept, now);
  const count = (name: TodaySection): number => all.filter((one) => one.section === name).length;
  const due = kept.flatMap(({ promise }) => (promise?.dueOn === dayInIndia(now) ? [promise] : []));
  const summary = {
    broken: count('broken'),
    follow_up: count('follow_up'),
    promise: count('promise'),
    new: count('new'),
    rest: count('rest'),
    worked: kept.filter((row) => isWorked(row, now)).length,
    due: due.length,
    dueAmount: due.reduce((sum, { amount, received }) => sum + Math.max(0, amount - received), 0),
  };
  const chosen = all.filter((one) => section === undefined || one.section === section);
  const rows = chosen.slice((page - 1) * size, page * size).map(({ row }) => row);
  return { rows, count: chosen.length, summary };
}
