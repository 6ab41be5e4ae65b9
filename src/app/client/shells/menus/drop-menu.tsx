import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import type { Screen } from '#kernel/ui/module.ts';
import { MenuLink } from './menu-link.tsx';
import css from '../shell.module.css';

/** Submenu of the top menu. Closes on choice, Escape, and when focus or a click is elsewhere. */
export function DropMenu({ label, items }: { label: string; items: readonly Screen[] }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  const isHere = items.some(({ path }) => path === pathname);
  useEffect(() => {
    const close = (event: Event): void => {
      const details = ref.current;
      if (!details?.open || (event.target instanceof Node && details.contains(event.target))) return;
      details.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  const shut = (): void => void (ref.current && (ref.current.open = false));
  const onEscape = (event: React.KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    shut();
    ref.current?.querySelector('summary')?.focus();
  };
  return (
    <details ref={ref} className={css.drop} onKeyDown={onEscape}>
      <summary className={css.topItem} data-here={isHere || undefined}>
        {label}
        <Icon name="down" size={16} />
      </summary>
      <div className={css.dropPanel}>
        {items.map((item) => (
          <MenuLink key={item.path} screen={item} look="side" onGo={shut} />
        ))}
      </div>
    </details>
  );
}
