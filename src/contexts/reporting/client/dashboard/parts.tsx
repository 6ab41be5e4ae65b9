/** What stands in the cards: bars of one colour each, counts that lead to lists, tables. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dashboardText as say } from '#contexts/reporting/text/en/dashboard.ts';
import { moneyShort } from '#kernel/ui/parts/format.ts';
import { PlainTable } from '#kernel/ui/list/plain-table.tsx';
import css from './dashboard.module.css';

export const count = (n: number): string => n.toLocaleString('en-IN');
export const percent = (share: number): string => `${share.toFixed(2)}%`;

export const None = () => <p className={css.none}>{say.none}</p>;

/** A count that leads to what was counted. */
export const To = ({ to, children }: { to: string; children: string }) => (
  <Link className={css.to} to={to}>
    {children}
  </Link>
);

export interface Bar {
  title: string;
  count?: number;
  amount?: number;
  to?: string;
}
/** The longest bar is the largest value; the figures stand beside it in words. */
export function Bars({ bars, by }: { bars: readonly Bar[]; by: 'count' | 'amount' }) {
  const most = Math.max(1, ...bars.map((bar) => bar[by] ?? 0));
  if (bars.length === 0) return <None />;
  return (
    <ul className={css.bars}>
      {bars.map((bar) => (
        <li key={bar.title}>
          <span>{bar.to ? <To to={bar.to}>{bar.title}</To> : bar.title}</span>
          <span className={css.figures}>
            {[bar.count !== undefined && count(bar.count), bar.amount !== undefined && moneyShort(bar.amount)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <i aria-hidden="true" style={{ width: `${(100 * (bar[by] ?? 0)) / most}%` }} />
        </li>
      ))}
    </ul>
  );
}

export function Figures(o: {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  if (o.rows.length === 0) return <None />;
  return (
    <PlainTable
      label={say.tableOf(o.title)}
      heads={o.heads}
      rows={o.rows.map((cells, i) => ({ key: i, cells }))}
    />
  );
}
