import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, memo } from 'react';
import { Link } from 'react-router-dom';
import { kitText } from '#text/en/kit.ts';
import type { Column } from '../columns/column.ts';
import type { DrawnSpec, ListRow } from '../list-spec.ts';
import { MenuButton } from '../../parts/menu/menu-button.tsx';
import { useHasMenu } from '../rows/row-action.ts';
import { type MenuAt, opensMenu } from '../rows/row-menu.tsx';
import { type Selection, useIsSelected } from '../rows/selection.ts';
import css from './table.module.css';
import type { Cell } from './table-layout.ts';

interface RowProps {
  row: ListRow;
  index: number;
  cells: readonly Cell[];
  spec: DrawnSpec;
  selection: Selection;
  isOpen: boolean;
  /** Shown in the preview pane. */
  isBeside: boolean;
  onToggle: (id: number) => void;
  onMenu: (at: MenuAt) => void;
}

/** A row of plain elements; it is drawn again only when itself, its selection or its being open changes. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { row, index, cells, spec, selection, isOpen, isBeside, onToggle, onMenu } = props;
  const isSelected = useIsSelected(selection, row.id);
  const who = cells[0]?.column.text(row as never) ?? '';
  const href = spec.href?.(row as never);
  const hasMenu = useHasMenu(spec.actions, row as never);
  return (
    <>
      <div
        role="row"
        aria-rowindex={index + 2}
        className={css.row}
        data-selected={isSelected || isBeside || undefined}
        aria-current={isBeside || undefined}
        {...(hasMenu && opensMenu(row, onMenu))}
      >
        {spec.selectable && (
          <span role="cell" data-pin="start" className={css.box} style={{ left: 0 }}>
            <label>
              <input
                type="checkbox"
                aria-label={kitText.selectRow(who)}
                checked={isSelected && spec.selectable(row as never)}
                disabled={!spec.selectable(row as never)}
                onChange={() => selection.toggle(row.id)}
              />
            </label>
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
              {isOpen ? (
                <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
              )}
            </button>
          </span>
        )}
        <Cells cells={cells} row={row} href={href} />
        {Boolean(spec.actions?.length) && (
          <span role="cell" data-pin="end" style={{ right: 0 }}>
            {hasMenu && <MenuButton row={row} who={who} className={css.icon} onMenu={onMenu} />}
          </span>
        )}
      </div>
      {isOpen && (
        <div role="row">
          <div role="cell" aria-colspan={cells.length} className={css.detail}>
            {spec.expand?.(row as never)}
          </div>
        </div>
      )}
    </>
  );
});

/** Width of a wide character, and of a cell's padding. */
const letter = 7.6;
const edges = 24;
/** Overflowing text wraps to a second row. */
const wrapsIn = ({ width, isNumber, wraps }: Column<never>, content: ReactNode): boolean =>
  Boolean(wraps) || (!isNumber && typeof content === 'string' && content.length * letter + edges > width);

/** So wide is a figure of an amount, with its commas. */
const figure = 7.3;
/** An amount that would be cut is written narrower. */
export const isDense = ({ width, isNumber }: Column<never>, content: ReactNode): boolean =>
  Boolean(isNumber) && typeof content === 'string' && content.length * figure + edges > width;

function Cells({ cells, row, href }: { cells: readonly Cell[]; row: ListRow; href: string | undefined }) {
  return cells.map(({ column, left, right }, i) => {
    const content = column.cell(row as never);
    const inside = i === 0 && href ? <Link to={href}>{content}</Link> : content;
    const wraps = wrapsIn(column, content);
    return (
      <span
        key={column.key}
        role="cell"
        title={column.text(row as never) || undefined}
        style={column.pin && { left, right }}
        className={`${css.cell} ${column.isNumber ? css.number : ''} ${wraps ? css.wraps : ''}`}
        data-pin={column.pin}
        data-dense={isDense(column, content) || undefined}
      >
        {wraps ? <span>{inside}</span> : inside}
      </span>
    );
  });
}
