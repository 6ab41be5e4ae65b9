import { useEffect } from 'react';
import { appText } from '#text/en/app.ts';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import type { Section } from '../../menu.ts';
import { MenuLink } from './menu-link.tsx';
import css from '../shell.module.css';

interface SideMenuProps {
  sections: readonly Section[];
  folded?: boolean;
  onGo?: () => void;
}

/** Items by group; collapsed, only their icons. */
export function SideMenu({ sections, folded, onGo }: SideMenuProps) {
  // Scrolls to the active item when a screen far down the menu is opened by URL.
  useEffect(() => {
    const place = folded ? css.railItem : css.sideItem;
    document.querySelector(`.${place ?? ''}[aria-current]`)?.scrollIntoView({ block: 'nearest' });
  }, [folded]);
  if (folded)
    return sections
      .flatMap(({ items }) => items)
      .map((item) => <MenuLink key={item.path} screen={item} look="rail" />);
  return sections.map(({ group, items }) => {
    const links = items.map((item) => <MenuLink key={item.path} screen={item} look="side" onGo={onGo} />);
    if (!group) return links;
    return (
      <details key={group} className={css.group} open>
        <summary>
          {appText.groups[group]}
          <Icon name="down" size={18} />
        </summary>
        {links}
      </details>
    );
  });
}
