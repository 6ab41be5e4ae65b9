/** Bar charts: a share in a cell, rows of bars, and a stacked strip. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import css from './figures.module.css';

export type BarTone = 'good' | 'warn' | 'bad' | 'info' | 'violet' | 'plain' | 'deep';

const percentOf = (share: number): string => `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%`;

/** `share` of one; a minimum mark for small values. The figure is shown as text next to it. */
export const Bar = ({
  share,
  tone,
  mark,
  isThick,
}: {
  share: number;
  tone?: BarTone;
  mark?: number | undefined;
  isThick?: boolean;
}) => (
  <span className={css.bar} data-tone={tone} data-thick={isThick} aria-hidden="true">
    <i style={{ inlineSize: percentOf(share) }} data-some={share > 0 || undefined} />
    {mark !== undefined && <b style={{ insetInlineStart: percentOf(mark) }} />}
  </span>
);

/** How far a month's target is met: amber where the month is further, red where it is twice as far. */
export const toneOfTarget = (achieved: number, gone: number): BarTone =>
  achieved >= gone ? 'good' : achieved >= gone / 2 ? 'warn' : 'bad';

export interface BarRow {
  key?: string;
  title: string;
  /** As text, from left to right; sorted by the last one. */
  figures: readonly string[];
  full?: string | undefined;
  value: number;
  to?: string | undefined;
  tone?: BarTone | undefined;
  mark?: number;
}

/** The longest bar is the largest value unless `most` sets the total. */
export function BarRows({ rows, most, none }: { rows: readonly BarRow[]; most?: number; none: ReactNode }) {
  if (rows.length === 0) return none;
  const all = Math.max(most ?? 0, ...(most === undefined ? rows.map(({ value }) => value) : []), 1);
  return (
    <ul className={css.rows}>
      {rows.map((row) => (
        <li key={row.key ?? row.title}>
          <span>{row.to ? <Link to={row.to}>{row.title}</Link> : row.title}</span>
          <span className={css.figures} title={row.full}>
            {row.figures.map((figure, i) => (
              <span key={i}>{figure}</span>
            ))}
          </span>
          <Bar
            share={row.value / all}
            {...(row.tone && { tone: row.tone })}
            {...(row.mark !== undefined && { mark: row.mark / all })}
          />
        </li>
      ))}
    </ul>
  );
}

export interface Part {
  title: string;
  figures: readonly string[];
  full?: string | undefined;
  value: number;
  to?: string | undefined;
  /** A tone, or one of the six colours of charts. */
  colour: BarTone | 1 | 2 | 3 | 4 | 5 | 6;
}

/** Stacked strip of a total, with a legend. */
export function Strip({ parts }: { parts: readonly Part[] }) {
  const all = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <>
      <span className={css.strip} aria-hidden="true">
        {parts.map(
          ({ title, value, colour }) =>
            value > 0 && (
              <i key={title} className={css.ink} data-colour={colour} style={{ flexGrow: value / all }} />
            ),
        )}
      </span>
      <ul className={css.legend}>
        {parts.map((part) => (
          <li key={part.title}>
            <i className={`${css.ink} ${css.dot}`} aria-hidden="true" data-colour={part.colour} />
            <span>{part.to ? <Link to={part.to}>{part.title}</Link> : part.title}</span>
            <span className={css.figures} title={part.full}>
              {part.figures.map((figure, i) => (
                <span key={i}>{figure}</span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
