import { memo } from 'react';
import { Link } from 'react-router-dom';
import { kitText } from '#text/en/kit.ts';
import type { Column } from './columns.tsx';
import css from './list.module.css';
import type { ListRow, ListSpec } from './list-spec.ts';
import type { MenuAt } from './row-menu.tsx';
import { type Selection, useIsSelected } from './selection.ts';

/** A column and, when it is pinned, its distance from the edge. */
export interface Cell {
  column: Column<never>;
  left?: number;
  right?: number;
}
interface RowProps {
  row: ListRow;
  index: number;
  cells: readonly Cell[];
  spec: ListSpec<never>;
  selection: Selection;
  isOpen: boolean;
  onToggle: (id: number) => void;
  onMenu: (at: MenuAt) => void;
}

export const TableRow = memo(function TableRow({
  row,
  index,
  cells,
  spec,
  selection,
  isOpen,
  onToggle,
  onMenu,
}: RowProps) {
  const isSelected = useIsSelected(selection, row.id);
  const who = cells[0]?.column.text(row as never) ?? '';
  const href = spec.href?.(row as never);
  const hasMenu = Boolean(spec.actions?.length);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={css.row}
      data-selected={isSelected || undefined}
      onContextMenu={(event) => {
        if (!hasMenu) return;
        event.preventDefault();
        onMenu({ row, x: event.clientX, y: event.clientY });
      }}
    >
      {spec.selectable && (
        <span role="cell" className={`${css.box} ${css.pinned}`} style={{ left: 0 }}>
          <input
            type="checkbox"
            aria-label={kitText.selectRow(who)}
            checked={isSelected}
            disabled={!spec.selectable(row as never)}
            onChange={() => selection.toggle(row.id)}
          />
        </span>
      )}
      {spec.expand && (
        <span role="cell" className={css.box}>
          <button
            type="button"
            className={css.icon}
            aria-expanded={isOpen}
            aria-label={isOpen ? kitText.collapse : kitText.expand}
            onClick={() => onToggle(row.id)}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        </span>
      )}
      {cells.map(({ column, left, right }, i) => {
        const content = column.cell(row as never);
        const isPinned = left !== undefined || right !== undefined;
        return (
          <span
            key={column.key}
            role="cell"
            title={column.text(row as never)}
            style={isPinned ? { left, right } : undefined}
            className={`${css.cell} ${column.isNumber ? css.number : ''} ${isPinned ? css.pinned : ''}`}
          >
            {i === 0 && href ? <Link to={href}>{content}</Link> : content}
          </span>
        );
      })}
      {hasMenu && (
        <span role="cell" className={css.pinned} style={{ right: 0 }}>
          <button
            type="button"
            className={css.icon}
            aria-haspopup="menu"
            aria-label={kitText.rowMenu(who)}
            onClick={({ currentTarget }) => {
              const { left, bottom } = currentTarget.getBoundingClientRect();
              onMenu({ row, x: left, y: bottom });
            }}
          >
            ⋯
          </button>
        </span>
      )}
    </div>
  );
});
