import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { may } from '#contract/kernel/access.ts';
import { useActor } from '#client/kernel/session.tsx';
import css from './list.module.css';
import type { ListRow, RowAction } from './list-spec.ts';

export interface MenuAt {
  row: ListRow;
  x: number;
  y: number;
}
const margin = 8;

/** What may be done with a row, where the pointer or the button is. The browser closes it on Escape and outside clicks. */
export function RowMenu({
  at,
  actions,
  onClose,
}: {
  at: MenuAt;
  actions: readonly RowAction<ListRow>[];
  onClose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const actor = useActor();
  const offered = actions.filter(({ can, when }) => (!can || may(actor, can)) && (!when || when(at.row)));
  useLayoutEffect(() => {
    const menu = ref.current;
    const back = document.activeElement;
    if (!menu) return;
    menu.showPopover();
    menu.style.left = `${Math.min(at.x, innerWidth - menu.offsetWidth - margin)}px`;
    menu.style.top = `${Math.min(at.y, innerHeight - menu.offsetHeight - margin)}px`;
    menu.querySelector('button')?.focus();
    return () => {
      if (back instanceof HTMLElement) back.focus();
    };
  }, [at]);
  const walk = ({ key, currentTarget }: KeyboardEvent<HTMLDivElement>): void => {
    const items = [...currentTarget.querySelectorAll('button')];
    const now = items.findIndex((item) => item === document.activeElement);
    if (key === 'ArrowDown') items[(now + 1) % items.length]?.focus();
    if (key === 'ArrowUp') items[(now - 1 + items.length) % items.length]?.focus();
  };
  return (
    <div
      ref={ref}
      popover="auto"
      role="menu"
      tabIndex={-1}
      className={css.menu}
      onKeyDown={walk}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {offered.map((action) => (
        <button
          key={action.label}
          type="button"
          role="menuitem"
          onClick={() => {
            ref.current?.hidePopover();
            action.run(at.row);
          }}
        >
          {action.label}
        </button>
      ))}
    </div>
  );
}
