import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import css from '../../parts/menu/menu.module.css';
import type { ListRow } from '../list-spec.ts';
import { greyed } from '../../parts/greyed.ts';
import type { RowAction } from './row-action.ts';

export interface MenuAt {
  row: ListRow;
  x: number;
  y: number;
}
const margin = 8;
/** Browsers lack a common event for a long tap: Safari on phones sends none. */
const longPress = 550;
let press: ReturnType<typeof setTimeout> | undefined;
let wasLong = false;
const letGo = (): void => clearTimeout(press);

/** Opens the row menu by right click, menu key or long tap. */
export const opensMenu = (row: ListRow, onMenu: (at: MenuAt) => void) => ({
  onContextMenu(event: React.MouseEvent<HTMLElement>) {
    event.preventDefault();
    letGo();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    // The menu key has no position.
    const isPointer = event.clientX > 0 || event.clientY > 0;
    onMenu({ row, x: isPointer ? event.clientX : left, y: isPointer ? event.clientY : bottom });
  },
  onPointerDown({ pointerType, clientX, clientY }: React.PointerEvent) {
    wasLong = false;
    if (pointerType === 'mouse') return;
    letGo();
    press = setTimeout(() => {
      wasLong = true;
      onMenu({ row, x: clientX, y: clientY });
    }, longPress);
  },
  onPointerUp: letGo,
  onPointerCancel: letGo,
  onPointerMove({ movementX, movementY }: React.PointerEvent) {
    if (Math.abs(movementX) + Math.abs(movementY) > 4) letGo();
  },
  onClickCapture(event: React.MouseEvent) {
    // The finger that opened the menu does not also open the link beneath it.
    if (wasLong) event.preventDefault();
    wasLong = false;
  },
});

/** Menu at the pointer or button. Escape or a click outside closes it. */
export function RowMenu({
  at,
  row,
  actions,
  onChoose,
  onClose,
}: {
  at: MenuAt;
  row: ListRow;
  actions: readonly RowAction<ListRow>[];
  onChoose: (action: RowAction<ListRow>) => void;
  onClose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = ref.current;
    const back = document.activeElement;
    if (!menu) return;
    menu.showPopover();
    menu.style.left = `${Math.max(margin, Math.min(at.x, innerWidth - menu.offsetWidth - margin))}px`;
    menu.style.top = `${Math.max(margin, Math.min(at.y, innerHeight - menu.offsetHeight - margin))}px`;
    menu.querySelector('button')?.focus();
    return () => {
      if (back instanceof HTMLElement) back.focus();
    };
  }, [at]);
  useEffect(() => {
    // The browser's light dismiss would also close it when the finger is lifted.
    const leave = ({ target }: Event): void => {
      if (!ref.current?.contains(target as Node)) onClose();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, [onClose]);
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') return onClose();
    const items = [...event.currentTarget.querySelectorAll('button')];
    const now = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    items.at(step % items.length)?.focus();
  };
  return (
    <div ref={ref} popover="manual" role="menu" tabIndex={-1} className={css.menu} onKeyDown={walk}>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          role="menuitem"
          {...greyed(action.why?.(row))}
          onClick={() => onChoose(action)}
        >
          {action.label}
        </button>
      ))}
    </div>
  );
}
