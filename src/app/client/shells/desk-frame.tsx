import { useState } from 'react';
import { appText } from '#text/en/app.ts';
import { menuFor, sectionsOf } from '../menu.ts';
import { DropMenu } from './menus/drop-menu.tsx';
import type { FrameProps } from './frame.ts';
import { MenuDrawer } from './menus/menu-drawer.tsx';
import { TopBar } from './top-bar.tsx';
import { TopMenu } from './menus/top-menu.tsx';

/** Top horizontal menu with submenus; a drawer on small screens. */
export function DeskFrame({ actor, children }: FrameProps) {
  const [open, setOpen] = useState(false);
  const sections = sectionsOf(menuFor(actor, 'main'));
  return (
    <>
      <TopBar onMenu={() => setOpen(true)}>
        <TopMenu items={sections.flatMap(({ group, items }) => (group ? [] : items))}>
          {sections.map(
            ({ group, items }) =>
              group && <DropMenu key={group} label={appText.groups[group]} items={items} />,
          )}
        </TopMenu>
      </TopBar>
      {children}
      {open && <MenuDrawer sections={sections} onClose={() => setOpen(false)} />}
    </>
  );
}
