/** Small table of text with horizontal scrolling: a preview, not a list. */
import type { ReactNode } from 'react';
import { kitText } from '#text/en/kit.ts';
import css from './plain-table.module.css';

export interface PlainRow {
  key: number | string;
  /** One cell spans the remaining ones. */
  cells: readonly ReactNode[];
}

/** Sortable headers by key, and the current order: `key` or `-key`. */
interface PlainSorts {
  words: readonly string[];
  now: string | undefined;
  onChoose: (sort: string | undefined) => void;
}

function Head({
  head,
  word,
  sorts,
}: {
  head: string;
  word: string | undefined;
  sorts: PlainSorts | undefined;
}) {
  if (word === undefined || !sorts) return <th scope="col">{head}</th>;
  const isUp = sorts.now === word;
  const isDown = sorts.now === `-${word}`;
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <button
        type="button"
        title={kitText.sortBy(head)}
        // The largest figures first.
        onClick={() => sorts.onChoose(isDown ? word : isUp ? undefined : `-${word}`)}
      >
        {head}
        <i aria-hidden="true">{isUp ? '▲' : isDown ? '▼' : ''}</i>
      </button>
    </th>
  );
}

export function PlainTable({
  label,
  heads,
  rows,
  isFigures,
  sorts,
}: {
  label: string;
  /** Names and figures: names are pinned, figures aligned. */
  isFigures?: boolean;
  heads: readonly string[];
  rows: readonly PlainRow[];
  sorts?: PlainSorts | undefined;
}) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <div className={css.frame} data-figures={isFigures} role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <Head key={head} head={head} word={sorts?.words[i]} sorts={sorts} />
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
