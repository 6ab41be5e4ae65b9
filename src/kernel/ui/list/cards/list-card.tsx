import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { kitText } from '#text/en/kit.ts';
import { dash } from '../columns/column.ts';
import css from './cards.module.css';
import type { CardWords, DrawnSpec, ListRow } from '../list-spec.ts';
import { MenuButton } from '../../parts/menu/menu-button.tsx';
import { useHasMenu } from '../rows/row-action.ts';
import { type MenuAt, opensMenu } from '../rows/row-menu.tsx';
import { heldTogether } from './held-together.ts';
import { type Selection, useIsSelected } from '../rows/selection.ts';

/** Never broken; a joiner may follow the minus. */
const amount = /^-?\u{2060}?₹/u;
/** Figures lead next to the name; text follows it. */
const figure = /^[-–]?\u{2060}?[₹\d]/u;
/**
 * From a crore on an amount has a separate row; next to it a name would be one character wide, or broken in its
 * longest part.
 */
const largeFrom = '₹1,00,00,000'.length;
const longWord = /\S{18}/u;
const amountOf = (much: string, who: string): 'large' | 'usual' | undefined => {
  if (!amount.test(much)) return undefined;
  return much.length >= largeFrom || longWord.test(who) ? 'large' : 'usual';
};
/** Longer texts are sentences, which do not fit next to a name. */
const longestMuch = 20;

/** A table shows a dash for a missing value; a card omits it. */
const said = <T,>(word: T): T | undefined => (word === dash ? undefined : word);

/** By default the first three columns. */
function wordsOf(spec: DrawnSpec, row: ListRow): CardWords {
  const words = spec.card ? spec.card(row as never) : firstColumns(spec, row);
  const { much, next, ...rest } = { ...words, much: said(words.much), next: said(words.next) };
  // Equal values, such as a role and its View, are shown once.
  if (much === words.who) return { ...rest, next };
  if (!much || amount.test(much) || much.length <= longestMuch) return { ...rest, much, next };
  return {
    ...rest,
    next: next ? (
      <>
        {`${much} · `}
        {next}
      </>
    ) : (
      much
    ),
  };
}

function firstColumns({ columns }: DrawnSpec, row: ListRow): CardWords {
  const [who, much, next] = columns.slice(0, 3).map(({ short, text }) => ({
    short: (short ?? text)(row as never),
    full: text(row as never),
  }));
  return { who: who?.full ?? '', much: much?.short, muchInFull: much?.full, next: next?.short };
}

const kindOf = (much: string, who: string) => ({
  'data-amount': amountOf(much, who),
  'data-word': !figure.test(much) || undefined,
});

interface CardProps {
  row: ListRow;
  spec: DrawnSpec;
  selection: Selection;
  /** Other rows have a menu: aligns the edge with them. */
  isBesideMenus: boolean;
  onMenu: (at: MenuAt) => void;
}

export const ListCard = memo(function ListCard({ row, spec, selection, isBesideMenus, onMenu }: CardProps) {
  const { who, much, muchInFull, mark, next, more } = wordsOf(spec, row);
  const [isOpen, setOpen] = useState(false);
  const isSelected = useIsSelected(selection, row.id);
  const href = spec.href?.(row as never);
  const hasMenu = useHasMenu(spec.actions, row as never);
  return (
    <article
      className={css.card}
      data-selected={isSelected || undefined}
      data-menu={hasMenu || undefined}
      {...(hasMenu && opensMenu(row, onMenu))}
    >
      {spec.selectable && (
        <label>
          <input
            type="checkbox"
            aria-label={kitText.selectRow(who)}
            checked={isSelected && spec.selectable(row as never)}
            disabled={!spec.selectable(row as never)}
            onChange={() => selection.toggle(row.id)}
          />
        </label>
      )}
      <div className={css.cardWords}>
        <strong title={who}>{href ? <Link to={href}>{who}</Link> : who}</strong>
        {much && (
          <span className={css.much} title={muchInFull} {...kindOf(much, who)}>
            {much}
          </span>
        )}
        {next && <span className={css.next}>{heldTogether(next)}</span>}
        {mark && <span className={css.mark}>{mark}</span>}
      </div>
      <div className={css.side}>
        {more}
        {spec.expand && (
          <button
            type="button"
            className={css.icon}
            aria-expanded={isOpen}
            aria-label={isOpen ? kitText.collapse : kitText.expand}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? (
              <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
            )}
          </button>
        )}
        {hasMenu && <MenuButton row={row} who={who} className={css.icon} onMenu={onMenu} />}
        {!hasMenu && isBesideMenus && <span className={css.icon} />}
      </div>
      {isOpen && <div className={css.detail}>{spec.expand?.(row as never)}</div>}
    </article>
  );
});
