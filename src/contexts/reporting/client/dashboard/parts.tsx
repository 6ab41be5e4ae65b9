/** Parts of dashboard cards: bar rows, today against the average, a month's target. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { activity } from '#contexts/reporting/contract/activity.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { activityText } from '#contexts/reporting/text/en/activity.ts';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { hoursText, money } from '#kernel/ui/parts/values/format.ts';
import { cashText, monthGone } from '../parts/words.ts';
import { Bar, BarRows, type BarTone, toneOfTarget } from '#kernel/ui/figures/bar.tsx';
import { FigureTable } from '../parts/figure-table.tsx';
import css from '../parts/parts.module.css';

export const count = (n: number): string => n.toLocaleString('en-IN');
export const percent = (share: number): string => `${share.toFixed(2)}%`;

export const None = () => <p className={css.none}>{say.none}</p>;

/** A figure linked to its rows. */
export const To = ({ to, children }: { to: string; children: ReactNode }) => <Link to={to}>{children}</Link>;

export interface Counted {
  title: string;
  count?: number;
  amount?: number;
  to?: string;
  tone?: BarTone;
}
/** Bars scaled by number, with the amount as text. */
export const Bars = ({ bars }: { bars: readonly Counted[] }) => (
  <BarRows
    none={<None />}
    rows={bars.map(({ title, count: n = 0, amount, to, tone }) => ({
      title,
      figures: [count(n), ...(amount === undefined ? [] : [cashText(amount)])],
      full: amount === undefined ? undefined : money(amount),
      value: n,
      to,
      tone,
    }))}
  />
);

export const countSheet = (bars: readonly Counted[]) => ({
  heads: [say.what, say.count, ...(bars.some(({ amount }) => amount !== undefined) ? [say.amount] : [])],
  rows: bars.map(({ title, count: n = 0, amount }) => [title, n, ...(amount === undefined ? [] : [amount])]),
  to: bars.map(({ to }) => to),
});

/** A day compared with the month's average: the marker is the average. */
export const DayFigures = ({
  title,
  lines,
}: {
  title: string;
  lines: readonly WireRow<typeof activity.mine>[];
}) => (
  <FigureTable
    title={title}
    heads={[say.what, say.ftd, say.average]}
    rows={lines.map(({ id, unit, ftd, avg }) => {
      const told = (value: number): string =>
        unit === 'seconds' ? hoursText(Math.round(value)) : count(value);
      const most = Math.max(ftd, avg * 1.25, 1e-9);
      return {
        key: id,
        name: activityText.own[id],
        cells: [told(ftd), told(avg)],
        share: ftd / most,
        mark: avg / most,
        tone: ftd >= avg ? ('good' as const) : ('info' as const),
      };
    })}
  />
);

/** Collected share of the month's target; the marker is the month's progress. */
export const OfTarget = (o: { share: number; achieved: number; target: number; children?: ReactNode }) => (
  <div className={css.target}>
    <strong className={css.big}>{percent(o.share)}</strong>
    <Bar isThick share={o.share / 100} mark={monthGone()} tone={toneOfTarget(o.share / 100, monthGone())} />
    <span title={`${money(o.achieved)} / ${money(o.target)}`}>
      {say.achieved} {cashText(o.achieved)} · {say.target} {cashText(o.target)}
    </span>
    {o.children}
  </div>
);
