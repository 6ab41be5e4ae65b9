/** Today's work from the rows on this device, in the order of this moment. Pure. */
import type { Input } from '#kernel/contract/endpoint.ts';
import { defaultPageSize } from '#kernel/contract/list.ts';
import { type TodayRow, inTurn } from '#contexts/work/contract/today-rules.ts';
import { type TodaySection, type today, todaySections } from '#contexts/work/contract/today.ts';

interface Page {
  rows: TodayRow[];
  count: number;
  summary: Record<TodaySection, number>;
}

/** The page the server would show; undefined for the work of somebody else. */
export function todayPage(
  kept: readonly TodayRow[],
  { userId, section, page = 1, size = defaultPageSize }: Input<typeof today.list>,
  now: Date,
): Page | undefined {
  if (userId !== undefined) return undefined;
  const all = inTurn(kept, now);
  const count = (name: TodaySection): number => all.filter((one) => one.section === name).length;
  const summary = Object.fromEntries(todaySections.map((name) => [name, count(name)])) as Page['summary'];
  const chosen = all.filter((one) => section === undefined || one.section === section);
  const rows = chosen.slice((page - 1) * size, page * size).map(({ row }) => row);
  return { rows, count: chosen.length, summary };
}
