/** The phone layout: a card says who, how much and what is next. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { kitText } from '#text/en/kit.ts';
import css from './cards.module.css';
import { ListCard } from './list-card.tsx';
import { SelectAll } from './list-head.tsx';
import type { LayoutProps } from './list-table.tsx';
import { RowActions } from './row-actions.tsx';
import type { MenuAt } from './row-menu.tsx';

const cardHeight = 104;

export function ListCards({ spec, rows, summary, selection }: LayoutProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  // oxlint-disable-next-line react/incompatible-library -- cards are memoised by hand
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => cardHeight,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (i) => rows[i]?.id ?? i,
  });
  const totals = spec.totals?.(summary);
  return (
    <>
      {spec.selectable && (
        <label className={css.all}>
          <SelectAll spec={spec} rows={rows} selection={selection} />
          {kitText.selectAll}
        </label>
      )}
      <ul ref={list} className={css.cards} style={{ height: virtual.getTotalSize() }} aria-label={spec.title}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row ? (
            <li
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${start - top}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <ListCard row={row} spec={spec} selection={selection} onMenu={setMenu} />
            </li>
          ) : null;
        })}
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
