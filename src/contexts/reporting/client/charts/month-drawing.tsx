/** The drawing of a month; the only module that loads the charts of Mantine. */
import '@mantine/charts/styles.layer.css';
import { CompositeChart, type CompositeChartSeries } from '@mantine/charts';
import { ReferenceDot } from 'recharts';
import { brief, cashText } from '../parts/words.ts';
import type { MonthLine } from './month-lines.ts';

interface Names {
  now: string;
  before: string;
  target: string;
  heading: string;
}

const axisText = (value: number): string => (value === 0 ? '0' : brief(value));
/** Pixels for `₹80 L`; hundreds of crores and more need some for each figure, and for the comma of a lakh of crores. */
const axisWidth = (most: number): number =>
  most < 1e9 ? 56 : most < 1e10 ? 64 : most < 1e11 ? 76 : most < 1e12 ? 84 : 96;

export function MonthDrawing(o: {
  lines: readonly MonthLine[];
  names: Names;
  isStill: boolean;
  onDay?: ((day: number) => void) | undefined;
}) {
  const series: CompositeChartSeries[] = [
    { name: 'before', label: o.names.before, type: 'line', color: 'var(--recoup-chart-6)' },
    {
      name: 'target',
      label: o.names.target,
      type: 'line',
      color: 'var(--recoup-ink-3)',
      strokeDasharray: '5 5',
    },
    {
      name: 'heading',
      label: o.names.heading,
      type: 'line',
      color: 'var(--recoup-chart-1)',
      strokeDasharray: '2 4',
    },
    { name: 'now', label: o.names.now, type: 'area', color: 'var(--recoup-chart-1)' },
  ];
  const { onDay, lines } = o;
  const last = lines.findLast(({ now }) => now !== null);
  const most = Math.max(...lines.flatMap(({ now, before, target }) => [now ?? 0, before ?? 0, target ?? 0]));
  return (
    <CompositeChart
      h="100%"
      data={lines.map((line) => ({ ...line }))}
      dataKey="day"
      series={series}
      withDots={false}
      withLegend={false}
      connectNulls={false}
      curveType="linear"
      gridAxis="x"
      tickLine="none"
      strokeWidth={2.5}
      valueFormatter={cashText}
      areaProps={{ fillOpacity: 0.14, isAnimationActive: !o.isStill, animationDuration: 200 }}
      lineProps={{ isAnimationActive: !o.isStill, animationDuration: 200 }}
      tooltipAnimationDuration={0}
      yAxisProps={{ tickFormatter: axisText, width: axisWidth(most), tickMargin: 6 }}
      xAxisProps={{ interval: 6, tickMargin: 8 }}
      composedChartProps={{
        accessibilityLayer: false,
        margin: { top: 8, right: 12, bottom: 0, left: 0 },
        ...(onDay && {
          onClick: ({ activeLabel }: { activeLabel?: string | number | undefined }) => {
            if (activeLabel !== undefined) onDay(Number(activeLabel));
          },
        }),
      }}
    >
      {last && (
        <ReferenceDot
          x={last.day}
          y={last.now ?? 0}
          r={5}
          fill="var(--recoup-chart-1)"
          stroke="var(--recoup-surface)"
          strokeWidth={2}
          label={{
            value: brief(last.now ?? 0),
            position: 'top',
            // The forecast is drawn to the right.
            textAnchor: last.day > 4 ? 'end' : 'start',
            fontSize: 13,
            fontWeight: 650,
            fill: 'var(--recoup-ink)',
            // Series pass beneath it.
            stroke: 'var(--recoup-surface)',
            strokeWidth: 4,
            paintOrder: 'stroke',
          }}
        />
      )}
    </CompositeChart>
  );
}
