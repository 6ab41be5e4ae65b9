/** Phone layout: a card shows name, amount and next step. */
import { useRef, useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import css from './cards.module.css';
import { ListCard } from './list-card.tsx';
import { SelectAll } from '../table/list-head.tsx';
import type { LayoutProps } from '../table/list-table.tsx';
import { useHasMenu } from '../rows/row-action.ts';
import { RowActions } from '../rows/row-actions.tsx';
import type { MenuAt } from '../rows/row-menu.tsx';
import type { Place } from '../rows/row-place.ts';
import { Rows, isShort } from '../rows/rows.tsx';

const cardHeight = 104;

export function ListCards({ spec, rows, summary, selection }: LayoutProps) {
  const list = useRef<HTMLUListElement>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [height, setHeight] = useState(rows.length * cardHeight);
  const isBesideMenus = useHasMenu(spec.actions, ...(rows as never[]));
  const short = isShort(rows);
  const draw = (index: number, place?: Place) => {
    const row = rows[index];
    return row ? (
      <li
        key={row.id}
        data-index={index}
        ref={place?.ref}
        style={place && { transform: `translateY(${place.start}px)` }}
        aria-setsize={rows.length}
        aria-posinset={index + 1}
      >
        <ListCard
          row={row}
          spec={spec}
          selection={selection}
          isBesideMenus={isBesideMenus}
          onMenu={setMenu}
        />
      </li>
    ) : null;
  };
  const totals = spec.totals?.(summary);
  return (
    <>
      {spec.selectable && (
        <SelectAll spec={spec} rows={rows} selection={selection} className={css.all}>
          {kitText.selectAll}
        </SelectAll>
      )}
      <ul
        ref={list}
        className={css.cards}
        data-short={short || undefined}
        style={short ? undefined : { height }}
        aria-label={spec.title}
      >
        <Rows scrolls="page" rows={rows} draw={draw} height={cardHeight} within={list} onHeight={setHeight} />
      </ul>
      {totals && <CardTotals spec={spec} totals={totals} />}
      {menu && (
        <RowActions
          key={`${menu.row.id}:${menu.x}:${menu.y}`}
          at={menu}
          actions={(spec.actions ?? []) as never}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

function CardTotals({
  spec,
  totals,
}: Pick<LayoutProps, 'spec'> & { totals: Readonly<Record<string, string>> }) {
  return (
    <dl className={css.totals} aria-label={kitText.totals}>
      {spec.columns
        .filter(({ key }) => totals[key] !== undefined)
        .map(({ key, label }) => [<dt key={key}>{label}</dt>, <dd key={`${key}=`}>{totals[key]}</dd>])}
    </dl>
  );
}
