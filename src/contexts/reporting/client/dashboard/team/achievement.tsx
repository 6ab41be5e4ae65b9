/** Six months against their targets: the marker is the target. */
import { loanStats } from '#contexts/reporting/contract/dashboard.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { shortMonthYear } from '#text/en/moments.ts';
import { today } from '#kernel/ui/parts/values/format.ts';
import { cashText } from '../../parts/words.ts';
import { ChartCard as Card } from '../../parts/chart-card.tsx';
import { FigureTable } from '../../parts/figure-table.tsx';
import { percent, To } from '../parts.tsx';

/** `MMYYYY` by the calendar. */
const byMonth = (a: string, b: string): number => (a.slice(2) + a).localeCompare(b.slice(2) + b);
const monthText = (month: string): string =>
  shortMonthYear({ month: Number(month.slice(0, 2)), year: Number(month.slice(2)) });

const rangeOf = (month: string): string => {
  const [m, y] = [Number(month.slice(0, 2)), Number(month.slice(2))];
  const day = (n: number): string => new Date(Date.UTC(y, m - 1, n)).toISOString().slice(0, 10);
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate();
  return `startDate=${day(1)}&endDate=${day(last) < today() ? day(last) : today()}`;
};

interface Line {
  month: string;
  target: number | null;
  achieved: number | null;
  percentage: number | null;
}

function linesOf(rows: readonly WireRow<typeof loanStats.achievement>[]): Line[] {
  const of = (name: 'target' | 'achieved' | 'percentage') =>
    rows.find(({ title }) => title === name)?.months ?? {};
  const [target, achieved, percentage] = [of('target'), of('achieved'), of('percentage')];
  return Object.keys(achieved)
    .toSorted(byMonth)
    .map((month) => ({
      month,
      target: target[month] ?? null,
      achieved: achieved[month] ?? null,
      percentage: percentage[month] ?? null,
    }));
}
const shown = (value: number | null, how: (n: number) => string): string =>
  value === null ? '–' : how(value);
const heads = [say.month, say.percentage, say.achieved, say.target];

export const Achievement = () => (
  <Card
    title={say.cards.achievement}
    source={loanStats.achievement}
    size="large"
    isWide
    sheet={(rows) => ({
      heads,
      rows: linesOf(rows).map(({ month, target, achieved, percentage }) => [
        monthText(month),
        percentage ?? '–',
        achieved ?? '–',
        target ?? '–',
      ]),
    })}
  >
    {(rows) => {
      const lines = linesOf(rows);
      const most = Math.max(1, ...lines.map(({ target, achieved }) => Math.max(target ?? 0, achieved ?? 0)));
      return (
        <FigureTable
          title={say.cards.achievement}
          heads={heads}
          rows={lines.map(({ month, target, achieved, percentage }) => ({
            key: month,
            name: <To to={`/payment?type=REALIZED&${rangeOf(month)}`}>{monthText(month)}</To>,
            cells: [shown(percentage, percent), shown(achieved, cashText), shown(target, cashText)],
            share: (achieved ?? 0) / most,
            ...(target !== null && { mark: target / most }),
            tone: percentage !== null && percentage < 50 ? ('warn' as const) : ('good' as const),
          }))}
        />
      );
    }}
  </Card>
);
