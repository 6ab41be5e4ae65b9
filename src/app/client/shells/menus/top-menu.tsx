import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { appText } from '#text/en/app.ts';
import type { Screen } from '#kernel/ui/module.ts';
import { DropMenu } from './drop-menu.tsx';
import { MenuLink } from './menu-link.tsx';
import css from '../shell.module.css';

/** Number of children in the first row of a wrapping container. */
function inFirstLine(row: HTMLElement): number {
  const tops = [...row.children].map((child) => (child as HTMLElement).offsetTop);
  return tops.filter((top) => top === tops[0]).length;
}

interface Props {
  items: readonly Screen[];
  /** Submenus, after the single items. */
  children?: ReactNode;
}

/** One-row top menu: overflowing items are under "More". */
export function TopMenu({ items, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(items.length);
  useLayoutEffect(() => {
    const line = row.current;
    if (!line) return;
    const observer = new ResizeObserver(() => setFitting(inFirstLine(line)));
    observer.observe(line);
    return () => observer.disconnect();
  }, []);
  const rest = items.slice(fitting);
  return (
    <nav className={css.topMenu} aria-label={appText.mainMenu}>
      <div ref={row} className={css.topLine}>
        {items.map((item, index) => (
          <MenuLink key={item.path} screen={item} look="top" inert={index >= fitting} />
        ))}
      </div>
      {rest.length > 0 && <DropMenu label={appText.moreMenu} items={rest} />}
      {children}
    </nav>
  );
}
