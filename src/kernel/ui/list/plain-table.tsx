/** A few rows of words under their heads, sideways scrolling: a preview, not a list. */
import type { ReactNode } from 'react';
import css from './plain-table.module.css';

export interface PlainRow {
  key: number | string;
  /** One cell stands for all that are left. */
  cells: readonly ReactNode[];
}

export function PlainTable({
  label,
  heads,
  rows,
  isFigures,
}: {
  label: string;
  /** Names and their figures: names stay in sight, figures stand one under the other. */
  isFigures?: boolean;
  heads: readonly string[];
  rows: readonly PlainRow[];
}) {
  return (
    // Reached by keyboard, so that it can be scrolled sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <div className={css.frame} data-figures={isFigures} role="region" aria-label={label} tabIndex={0}>
      <table>
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
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, i) => (
                <td
                  key={heads[i]}
                  colSpan={i === cells.length - 1 ? heads.length - cells.length + 1 : undefined}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
