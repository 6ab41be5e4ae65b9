/** The phone layout: a card says who, how much and what is next. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { kitText } from '#text/en/kit.ts';
import css from './list.module.css';
import type { CardWords, ListRow, ListSpec } from './list-spec.ts';
import type { LayoutProps } from './list-table.tsx';
import { type MenuAt, RowMenu } from './row-menu.tsx';
import { type Selection, useIsSelected } from './selection.ts';

const cardHeight = 104;

/** The first three columns, unless the screen says better. */
function wordsOf(spec: ListSpec<never>, row: ListRow): CardWords {
  if (spec.card) return spec.card(row as never);
  const [who, much, next] = spec.columns;
  return {
    who: who?.text(row as never) ?? '',
    much: (much?.short ?? much?.text)?.(row as never),
    muchInFull: much?.text(row as never),
    next: next?.text(row as never),
  };
}

export function ListCards({ spec, rows, selection }: LayoutProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => cardHeight,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (i) => rows[i]?.id ?? i,
  });
  return (
    <>
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
              <Card row={row} spec={spec} selection={selection} onMenu={setMenu} />
            </li>
          ) : null;
        })}
      </ul>
      {menu && <RowMenu at={menu} actions={(spec.actions ?? []) as never} onClose={() => setMenu(null)} />}
    </>
  );
}

function Card({
  row,
  spec,
  selection,
  onMenu,
}: {
  row: ListRow;
  spec: ListSpec<never>;
  selection: Selection;
  onMenu: (at: MenuAt) => void;
}) {
  const { who, much, muchInFull, next, more } = wordsOf(spec, row);
  const href = spec.href?.(row as never);
  const isSelected = useIsSelected(selection, row.id);
  return (
    <article
      className={css.card}
      data-selected={isSelected || undefined}
      onContextMenu={(event) => {
        // A long press arrives as this event on touch screens.
        if (!spec.actions?.length) return;
        event.preventDefault();
        onMenu({ row, x: event.clientX, y: event.clientY });
      }}
    >
      {spec.selectable && (
        <input
          type="checkbox"
          aria-label={kitText.selectRow(who)}
          checked={isSelected}
          disabled={!spec.selectable(row as never)}
          onChange={() => selection.toggle(row.id)}
        />
      )}
      <div className={css.cardWords}>
        <strong>{href ? <Link to={href}>{who}</Link> : who}</strong>
        {much && (
          <span className={css.much} title={muchInFull}>
            {much}
          </span>
        )}
        {next && <span className={css.next}>{next}</span>}
        {more}
      </div>
      {spec.actions?.length ? (
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
      ) : null}
    </article>
  );
}
