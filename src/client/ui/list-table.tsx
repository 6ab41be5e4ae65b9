/** The desktop layout: a virtual table whose rows are plain elements. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Column } from './columns.tsx';
import css from './list.module.css';
import { type Cell, TableRow } from './list-row.tsx';
import type { ListRow, ListSpec } from './list-spec.ts';
import { kitText } from '#text/en/kit.ts';
import { useUrlState } from '#client/kernel/url.ts';
import { RowMenu, type MenuAt } from './row-menu.tsx';
import { type Selection, useSelected } from './selection.ts';

const rowHeight = 44;
const boxWidth = 44;

export interface LayoutProps {
  spec: ListSpec<never>;
  rows: readonly ListRow[];
  summary: unknown;
  selection: Selection;
}

/** Pinned columns first or last, each with its distance from the edge. */
function layoutOf(columns: readonly Column<never>[], before: number): { cells: Cell[]; template: string } {
  const order = { start: 0, end: 2 } as const;
  const sorted = [...columns].sort((a, b) => (a.pin ? order[a.pin] : 1) - (b.pin ? order[b.pin] : 1));
  let left = before;
  const cells = sorted.map((column): Cell => {
    const at: Cell = {
      column,
      ...(column.pin === 'start' && { left }),
      ...(column.pin === 'end' && { right: 0 }),
    };
    if (column.pin === 'start') left += column.width;
    return at;
  });
  return {
    cells,
    template: sorted
      .map((column) => `minmax(${column.width}px, ${column.isNumber ? 1 : column.width / 100}fr)`)
      .join(' '),
  };
}

export function ListTable({ spec, rows, summary, selection }: LayoutProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const actions = spec.actions ?? [];
  const lead = (spec.selectable ? boxWidth : 0) + (spec.expand ? boxWidth : 0);
  const { cells, template } = useMemo(() => layoutOf(spec.columns, lead), [spec.columns, lead]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (i) => rows[i]?.id ?? i,
  });
  const columns = `${`${boxWidth}px `.repeat(lead / boxWidth)}${template}${actions.length ? ` ${boxWidth}px` : ''}`;
  const toggle = (id: number): void => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const totals = spec.totals?.(summary);
  return (
    <div
      ref={scroller}
      className={css.scroller}
      tabIndex={0}
      role="region"
      aria-label={spec.title}
      onKeyDown={moveFocus}
    >
      <div
        role="table"
        aria-rowcount={rows.length + 1}
        aria-label={spec.title}
        className={css.table}
        style={{ '--columns': columns } as CSSProperties}
      >
        <Head cells={cells} spec={spec} rows={rows} selection={selection} />
        <div role="rowgroup" className={css.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            return row ? (
              <div
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                className={css.slot}
                style={{ transform: `translateY(${start}px)` }}
              >
                <TableRow
                  row={row}
                  index={index}
                  cells={cells}
                  spec={spec}
                  selection={selection}
                  onMenu={setMenu}
                  isOpen={open.has(row.id)}
                  onToggle={toggle}
                />
                {open.has(row.id) && <div className={css.detail}>{spec.expand?.(row as never)}</div>}
              </div>
            ) : null;
          })}
        </div>
        {totals && <Totals cells={cells} totals={totals} lead={lead / boxWidth} />}
      </div>
      {menu && <RowMenu at={menu} actions={actions as never} onClose={() => setMenu(null)} />}
    </div>
  );
}

/** Arrow keys walk through the rows' first links. */
function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLDivElement>): void {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const row = step && (target as HTMLElement).closest<HTMLElement>('[data-index]');
  if (!row) return;
  const next = currentTarget.querySelector<HTMLElement>(
    `[data-index="${Number(row.dataset.index) + step}"] a`,
  );
  next?.focus();
}

function Head({ cells, spec, rows, selection }: Omit<LayoutProps, 'summary'> & { cells: readonly Cell[] }) {
  return (
    <div role="row" aria-rowindex={1} className={css.head}>
      {spec.selectable && <SelectAll spec={spec} rows={rows} selection={selection} />}
      {spec.expand && <span role="columnheader" aria-label={kitText.expand} className={css.box} />}
      {cells.map((cell) => (
        <HeadCell key={cell.column.key} {...cell} />
      ))}
      {spec.actions?.length ? (
        <span role="columnheader" aria-label={kitText.actions} className={css.pinned} style={{ right: 0 }} />
      ) : null}
    </div>
  );
}

function HeadCell({ column, left, right }: Cell) {
  const { all, set } = useUrlState();
  const isDown = all.sort === `-${column.sort}`;
  const isUp = column.sort !== undefined && all.sort === column.sort;
  const isPinned = left !== undefined || right !== undefined;
  const next = isUp ? `-${column.sort}` : isDown ? undefined : column.sort;
  return (
    <span
      role="columnheader"
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      className={`${css.headCell} ${column.isNumber ? css.number : ''} ${isPinned ? css.pinned : ''}`}
      style={{ left, right }}
    >
      {column.sort ? (
        <button
          type="button"
          title={kitText.sortBy(column.label)}
          onClick={() => set({ sort: next, page: undefined })}
        >
          {column.label}
          <i aria-hidden="true">{isUp ? '▲' : isDown ? '▼' : ''}</i>
        </button>
      ) : (
        column.label
      )}
    </span>
  );
}

/** All rows of this page that may be selected (G078). */
function SelectAll({ spec, rows, selection }: Omit<LayoutProps, 'summary'>) {
  const selected = useSelected(selection);
  const may = rows.filter((row) => spec.selectable?.(row as never));
  const isAll = may.length > 0 && may.every(({ id }) => selected.has(id));
  return (
    <span role="columnheader" className={`${css.box} ${css.pinned}`} style={{ left: 0 }}>
      <input
        type="checkbox"
        aria-label={kitText.selectAll}
        checked={isAll}
        disabled={may.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && selected.size > 0;
        }}
        onChange={() => selection.replace(isAll ? [] : may.map(({ id }) => id))}
      />
    </span>
  );
}

function Totals({
  cells,
  totals,
  lead,
}: {
  cells: readonly Cell[];
  totals: Readonly<Record<string, string>>;
  lead: number;
}) {
  return (
    <div role="row" className={css.totals}>
      {Array.from({ length: lead }, (_, i) => (
        <span key={i} role="cell" />
      ))}
      {cells.map(({ column }, i) => (
        <span key={column.key} role="cell" className={column.isNumber ? css.number : undefined}>
          {totals[column.key] ?? (i === 0 ? kitText.totals : '')}
        </span>
      ))}
    </div>
  );
}
