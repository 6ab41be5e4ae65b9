/** A few names with their figures under heads, each with a bar under its name: a table for everybody. */
import type { ReactNode } from 'react';
import { Bar, type BarTone } from './bar.tsx';
import css from './figures.module.css';
import { Unseen } from './unseen.tsx';

interface FigureRow {
  key: string;
  name: ReactNode;
  cells: readonly ReactNode[];
  /** Of the bar, of one. */
  share?: number;
  mark?: number;
  tone?: BarTone;
  isSum?: boolean;
}

export function FigureTable({
  label,
  none,
  heads,
  rows,
}: {
  label: string;
  /** Text of the empty state. */
  none: string;
  heads: readonly string[];
  rows: readonly FigureRow[];
}) {
  if (rows.length === 0) return <p className={css.none}>{none}</p>;
  return (
    <table className={css.table} data-three={heads.length === 4 || undefined}>
      <caption>
        <Unseen>{label}</Unseen>
      </caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells, share, mark, tone, isSum }) => (
          <tr key={key} data-sum={isSum}>
            <th scope="row">
              {name}
              {share !== undefined && <Bar share={share} mark={mark} {...(tone && { tone })} />}
            </th>
            {cells.map((cell, i) => (
              <td key={heads[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An amount with its number of items below. */
export const AmountOf = ({ amount, full, count }: { amount: string; full?: string; count: string }) => (
  <span className={css.amountOf} title={full}>
    {amount}
    <small>({count})</small>
  </span>
);

/** A figure with its share of all beneath. */
export const ShareOf = ({ figure, share, tone }: { figure: ReactNode; share: number; tone: BarTone }) => (
  <span className={css.inCell}>
    {figure}
    <Bar share={share} tone={tone} />
  </span>
);
