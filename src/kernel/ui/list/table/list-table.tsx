/** Desktop layout: a virtual table with plain elements as rows. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type UrlState, useUrlState } from '#kernel/client/app/url.ts';
import { ListHead, ListTotals } from './list-head.tsx';
import { TableRow } from './list-row.tsx';
import type { DrawnSpec, ListRow } from '../list-spec.ts';
import { useHasMenu } from '../rows/row-action.ts';
import { RowActions } from '../rows/row-actions.tsx';
import type { MenuAt } from '../rows/row-menu.tsx';
import type { Place } from '../rows/row-place.ts';
import { Rows, isShort } from '../rows/rows.tsx';
import type { Selection } from '../rows/selection.ts';
import { useShownColumns } from '../columns/shown-columns.ts';
import css from './table.module.css';
import { tableLayout } from './table-layout.ts';

const rowHeight = 44;

export interface LayoutProps {
  spec: DrawnSpec;
  rows: readonly ListRow[];
  summary: unknown;
  selection: Selection;
}

/** Expanded rows; the function is stable, so that expanding one renders no other. */
function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback((id: number): void => {
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return { open, toggle };
}

/** Without row menus no column is reserved for them. */
function useDrawnActions(spec: DrawnSpec, rows: readonly ListRow[]): DrawnSpec {
  const hasMenus = useHasMenu(spec.actions, ...(rows as never[]));
  return useMemo(() => (hasMenus ? spec : { ...spec, actions: undefined }), [spec, hasMenus]);
}

export function ListTable({ spec: asked, rows, summary, selection }: LayoutProps) {
  const spec = useDrawnActions(asked, rows);
  const scroller = useRef<HTMLDivElement>(null);
  const { get, set } = useUrlState();
  const beside = spec.beside && get('row');
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const { open, toggle } = useOpenRows();
  const before = Number(Boolean(spec.selectable)) + Number(Boolean(spec.expand));
  const after = Number(Boolean(spec.actions?.length));
  const { shown, resize } = useShownColumns(spec.source.name, spec.columns);
  const { cells, tracks } = useMemo(() => tableLayout(shown, { before, after }), [shown, before, after]);
  const totals = spec.totals?.(summary);
  const canGrow = Boolean(spec.expand);
  const [grown, setGrown] = useState<number>();
  const height = grown ?? rows.length * rowHeight;
  const sizes = { '--tracks': tracks, '--list-height': `${height + rowHeight * (totals ? 2 : 1) + 2}px` };
  const draw = (index: number, place?: Place) => {
    const row = rows[index];
    return row ? (
      <div
        key={row.id}
        data-index={index}
        ref={place?.ref}
        className={css.slot}
        style={place && { transform: `translateY(${place.start}px)` }}
      >
        <TableRow
          row={row}
          index={index}
          cells={cells}
          spec={spec}
          selection={selection}
          onMenu={setMenu}
          isOpen={open.has(row.id)}
          isBeside={beside === String(row.id)}
          onToggle={toggle}
        />
      </div>
    ) : null;
  };
  return (
    <div
      ref={scroller}
      className={css.scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={spec.title}
      onKeyDown={moveFocus}
      onClick={spec.beside && ((event) => openBeside(event, rows, set))}
      style={sizes as CSSProperties}
    >
      <div role="table" aria-rowcount={rows.length + 1} aria-label={spec.title} className={css.table}>
        <ListHead cells={cells} spec={spec} rows={rows} selection={selection} resize={resize} />
        <div
          role="rowgroup"
          className={css.rows}
          data-short={isShort(rows, canGrow) || undefined}
          style={{ height }}
        >
          <Rows
            scrolls="box"
            rows={rows}
            draw={draw}
            height={rowHeight}
            within={scroller}
            canGrow={canGrow}
            onHeight={canGrow ? setGrown : undefined}
          />
        </div>
        {totals && <ListTotals cells={cells} totals={totals} before={before} after={after} />}
      </div>
      {menu && (
        <RowActions
          key={`${menu.row.id}:${menu.x}:${menu.y}`}
          at={menu}
          actions={(spec.actions ?? []) as never}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/** A click on a row, outside its controls, shows it in the preview pane. */
function openBeside(
  { target }: MouseEvent<HTMLDivElement>,
  rows: readonly ListRow[],
  set: UrlState['set'],
): void {
  const it = target as HTMLElement;
  const place = it.closest<HTMLElement>('[data-index]');
  const row = place && rows[Number(place.dataset.index)];
  if (row && !it.closest('a, button, input, label')) set({ row: String(row.id) });
}

/** Arrow keys walk through the rows' first links or buttons. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = step && (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
  if (!row) return;
  const next = event.currentTarget.querySelector<HTMLElement>(
    `[data-index="${Number(row.dataset.index) + step}"] :is(a, button, input)`,
  );
  if (!next) return;
  event.preventDefault();
  next.focus();
}
