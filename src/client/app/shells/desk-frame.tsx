import { useState } from 'react';
import { appText } from '#text/en/app.ts';
import { menuFor, sectionsOf } from '../menu.ts';
import { DropMenu } from './drop-menu.tsx';
import type { FrameProps } from './frame.ts';
import { MenuDrawer } from './menu-drawer.tsx';
import { MenuLink } from './menu-link.tsx';
import css from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/** Top horizontal menu with submenus; a drawer on small screens. */
export function DeskFrame({ actor, children }: FrameProps) {
  const [open, setOpen] = useState(false);
  const sections = sectionsOf(menuFor(actor, 'main'));
  return (
    <>
      <TopBar onMenu={() => setOpen(true)}>
        <nav className={css.topMenu} aria-label={appText.mainMenu}>
          {sections.map(({ group, items }) =>
            group ? (
              <DropMenu key={group} label={appText.groups[group]} items={items} />
            ) : (
              items.map((item) => <MenuLink key={item.path} screen={item} look="top" />)
            ),
          )}
        </nav>
      </TopBar>
      {children}
      {open && <MenuDrawer sections={sections} onClose={() => setOpen(false)} />}
    </>
  );
}
