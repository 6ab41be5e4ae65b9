/** Collected, day by day: drawn after the first paint, and only once it is visible. */
import { useReducedMotion } from '@mantine/hooks';
import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { charts } from '#contexts/reporting/contract/charts.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { WhenSeen } from '#kernel/ui/list/when-seen.tsx';
import { dayText, money } from '#kernel/ui/parts/values/format.ts';
import { cashText } from '../parts/words.ts';
import { ChartCard, type ChartSheet } from '../parts/chart-card.tsx';
import { linesOf } from './month-lines.ts';
import css from '../parts/parts.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Month = WireRow<typeof charts.month>;
// Offline and uncached: the figures are in the keys and in the table all the same.
const NoDrawing = () => <></>;
const Drawing = lazy(() =>
  import('./month-drawing.tsx').then(
    ({ MonthDrawing }) => ({ default: MonthDrawing }),
    () => ({ default: NoDrawing }),
  ),
);

/** The month of a day, and the one before it. */
export function monthsOf(day: string): { now: string; before: string } {
  const month = Number(day.slice(5, 7));
  return { now: say.month(month), before: say.month(((month + 10) % 12) + 1) };
}

const sheetOf =
  (dayTo?: (day: string) => string) =>
  ({ days, before }: Month): ChartSheet => ({
    heads: [say.day, say.thatDay, say.inAll, say.lastMonth],
    rows: days.map(({ day, collected }, i) => [
      dayText(day),
      collected,
      Math.round(days.slice(0, i + 1).reduce((sum, one) => sum + one.collected, 0) * 100) / 100,
      before[i]?.collected ?? 0,
    ]),
    ...(dayTo && { to: days.map(({ day, collected }) => (collected === 0 ? undefined : dayTo(day))) }),
  });

function Lines({ month, dayTo }: { month: Month; dayTo?: ((day: string) => string) | undefined }) {
  const go = useNavigate();
  const isStill = useReducedMotion() ?? true;
  const { now, before } = monthsOf(month.today);
  const open = (n: number): void => {
    const day = month.days[n - 1];
    if (day && day.collected !== 0 && dayTo) void go(dayTo(day.day));
  };
  return (
    <>
      <ul className={css.keys}>
        <li title={money(month.collected)}>
          <i data-colour={1} aria-hidden="true" /> {now} <b>{cashText(month.collected)}</b>
        </li>
        <li title={money(month.collectedBefore)}>
          <i data-colour={6} aria-hidden="true" /> {before} <b>{cashText(month.collectedBefore)}</b>
        </li>
        {month.target !== null && (
          <li title={money(month.target)}>
            <i data-colour={6} data-line="dashed" aria-hidden="true" /> {say.target}{' '}
            <b>{cashText(month.target)}</b>
          </li>
        )}
        <li title={money(month.heading)}>
          <i data-colour={1} data-line="dotted" aria-hidden="true" /> {say.heading}{' '}
          <b>{cashText(month.heading)}</b>
        </li>
      </ul>
      <div
        className={css.chart}
        role="img"
        aria-label={`${say.byDay}: ${say.byDayAbout(cashText(month.collected), cashText(month.heading))}`}
      >
        <WhenSeen>
          <Suspense>
            <Drawing
              lines={linesOf(month)}
              names={{ now, before, target: say.target, heading: say.heading }}
              isStill={isStill}
              onDay={dayTo && open}
            />
          </Suspense>
        </WhenSeen>
      </div>
    </>
  );
}

export const MonthChart = ({
  input,
  dayTo,
}: {
  input?: Input<typeof charts.month>;
  /** Where the payments of a day are listed. */
  dayTo?: (day: string) => string;
}) => (
  <ChartCard
    title={say.byDay}
    source={charts.month}
    {...(input && { input })}
    sheet={sheetOf(dayTo)}
    isPicture
    size="huge"
  >
    {(month) => <Lines month={month} dayTo={dayTo} />}
  </ChartCard>
);
