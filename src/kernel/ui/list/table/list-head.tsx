import type { ReactNode } from 'react';
import { useUrlState } from '#kernel/client/app/url.ts';
import { kitText } from '#text/en/kit.ts';
import { ResizeGrip } from './resize-grip.tsx';
import { isDense } from './list-row.tsx';
import type { DrawnSpec, ListRow } from '../list-spec.ts';
import { type Selection, useIsMatching, useSelected } from '../rows/selection.ts';
import css from './table.module.css';
import { type Cell, boxWidth } from './table-layout.ts';

interface HeadProps {
  cells: readonly Cell[];
  spec: DrawnSpec;
  rows: readonly ListRow[];
  selection: Selection;
}
type Resize = (key: string, width: number | undefined) => void;

export function ListHead({ cells, spec, rows, selection, resize }: HeadProps & { resize: Resize }) {
  return (
    <div role="row" aria-rowindex={1} className={css.head}>
      {spec.selectable && (
        <span role="columnheader" data-pin="start" className={css.box} style={{ left: 0 }}>
          <SelectAll spec={spec} rows={rows} selection={selection} />
        </span>
      )}
      {spec.expand && (
        <span role="columnheader" className={css.box}>
          <span className={css.unseen}>{kitText.expand}</span>
        </span>
      )}
      {cells.map((cell) => (
        <HeadCell key={cell.column.key} {...cell} resize={resize} />
      ))}
      {spec.actions?.length ? (
        <span role="columnheader" data-pin="end" style={{ right: 0 }}>
          <span className={css.unseen}>{kitText.actions}</span>
        </span>
      ) : null}
    </div>
  );
}

function HeadCell({ column, left, right, resize }: Cell & { resize: Resize }) {
  const { all, set } = useUrlState();
  const isUp = column.sort !== undefined && all.sort === column.sort;
  const isDown = column.sort !== undefined && all.sort === `-${column.sort}`;
  const next = isUp ? `-${column.sort}` : isDown ? undefined : column.sort;
  const mark = isUp ? '▲' : isDown ? '▼' : '';
  return (
    <span
      role="columnheader"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      className={`${css.headCell} ${column.isNumber ? css.number : ''}`}
      data-pin={column.pin}
      style={column.pin && { left, right }}
      title={column.label}
    >
      {column.sort ? (
        <button
          type="button"
          title={kitText.sortBy(column.label)}
          onClick={() => set({ sort: next, page: undefined })}
        >
          {column.label}
          <i aria-hidden="true">{mark}</i>
        </button>
      ) : (
        column.label
      )}
      <ResizeGrip name={column.key} resize={resize} />
    </span>
  );
}

/** All rows of this page that may be selected (G078). */
export function SelectAll(props: Omit<HeadProps, 'cells'> & { className?: string; children?: ReactNode }) {
  const { spec, rows, selection, className, children } = props;
  const selected = useSelected(selection);
  const isMatching = useIsMatching(selection);
  const able = rows.filter((row) => spec.selectable?.(row as never)).map(({ id }) => id);
  const here = able.filter((id) => selected.has(id)).length;
  const isAll = isMatching || (able.length > 0 && here === able.length);
  return (
    <label className={className}>
      <input
        type="checkbox"
        aria-label={kitText.selectAll}
        checked={isAll}
        disabled={able.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && here > 0;
        }}
        onChange={() => (isMatching ? selection.clear() : selection.set(able, !isAll))}
      />
      {children}
    </label>
  );
}

/** Totals below the columns, from the server's summary. */
export function ListTotals({
  cells,
  totals,
  before,
  after,
}: {
  cells: readonly Cell[];
  totals: Readonly<Record<string, string>>;
  before: number;
  after: number;
}) {
  // Below pinned boxes: scrolled totals do not show through.
  const blanks = (count: number, pin: 'start' | 'end') =>
    Array.from({ length: count }, (_, i) => (
      <span
        key={`${pin}${i}`}
        role="cell"
        data-pin={pin}
        style={pin === 'start' ? { left: i * boxWidth } : { right: i * boxWidth }}
      />
    ));
  return (
    <div role="row" className={css.totals}>
      {blanks(before, 'start')}
      {cells.map(({ column, left, right }, i) => {
        return (
          <span
            key={column.key}
            role="cell"
            style={column.pin && { left, right }}
            className={`${css.cell} ${column.isNumber ? css.number : ''}`}
            data-pin={column.pin}
            data-dense={isDense(column, totals[column.key]) || undefined}
          >
            {totals[column.key] ?? (i === 0 ? kitText.totals : '')}
          </span>
        );
      })}
      {blanks(after, 'end')}
    </div>
  );
}
