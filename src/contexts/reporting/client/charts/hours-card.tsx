/** Heat map of calls and connects: weekday by hour. */
import { useState } from 'react';
import { charts } from '#contexts/reporting/contract/charts.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { chartsText as say } from '#contexts/reporting/text/en/charts.ts';
import { dashboardText } from '#contexts/reporting/text/en/dashboard.ts';
import { ChartCard } from '../parts/chart-card.tsx';
import { HeatMap } from '#kernel/ui/figures/heat-map.tsx';
import css from '../parts/parts.module.css';

type Cell = WireRow<typeof charts.hours>['cells'][number];
const shows = ['attempts', 'connects'] as const;
type Shown = (typeof shows)[number];
/** Fewer calls per hour are not representative. */
const enough = 5;
const count = (n: number): string => n.toLocaleString('en-IN');

const hoursOf = (cells: readonly Cell[]): number[] => {
  const all = cells.map(({ hour }) => hour);
  const [first, last] = [Math.min(8, ...all), Math.max(19, ...all)];
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
};
const shareOf = ({ calls, connected }: Cell): number => (calls < enough ? 0 : connected / calls);

function Grid({ cells, shown }: { cells: readonly Cell[]; shown: Shown }) {
  const hours = hoursOf(cells);
  const of = shown === 'attempts' ? ({ calls }: Cell) => calls : shareOf;
  const most = Math.max(...cells.map(of), Number.MIN_VALUE);
  return (
    <HeatMap
      label={`${say.hours}: ${say[shown]}`}
      rows={say.weekdays.split(' ')}
      columns={hours.map(String)}
      cell={(row, column) => {
        const cell = cells.find((one) => one.weekday === row + 1 && one.hour === hours[column]);
        return cell && { heat: of(cell) / most, words: say.cell(count(cell.calls), count(cell.connected)) };
      }}
    />
  );
}

function Hours({ cells }: { cells: readonly Cell[] }) {
  const [shown, setShown] = useState<Shown>('attempts');
  if (cells.length === 0) return <p className={css.none}>{dashboardText.none}</p>;
  return (
    <>
      <div className={css.switch} role="group" aria-label={say.show}>
        {shows.map((one) => (
          <button key={one} type="button" aria-pressed={one === shown} onClick={() => setShown(one)}>
            {say[one]}
          </button>
        ))}
      </div>
      <Grid {...{ cells, shown }} />
    </>
  );
}

export const HoursCard = ({ input }: { input?: Input<typeof charts.hours> }) => (
  <ChartCard
    title={say.hours}
    about={() => say.hoursAbout}
    source={charts.hours}
    size="large"
    {...(input && { input })}
    sheet={({ cells }) => ({
      heads: [say.weekday, say.hour, say.calls, say.connected],
      rows: cells.map(({ weekday, hour, calls, connected }) => [
        say.weekdays.split(' ')[weekday - 1] ?? '',
        `${hour}:00`,
        calls,
        connected,
      ]),
    })}
  >
    {({ cells }) => <Hours cells={cells} />}
  </ChartCard>
);
