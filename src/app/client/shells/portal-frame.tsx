import { useState } from 'react';
import { menuFor, sectionsOf } from '../menu.ts';
import type { FrameProps } from './frame.ts';
import { MenuDrawer } from './menus/menu-drawer.tsx';
import { TopBar } from './top-bar.tsx';
import { TopMenu } from './menus/top-menu.tsx';

/** The few lists of a lender; with one alone there is nothing to choose from. */
export function PortalFrame({ actor, children }: FrameProps) {
  const [open, setOpen] = useState(false);
  const items = menuFor(actor, 'main');
  if (items.length < 2)
    return (
      <>
        <TopBar />
        {children}
      </>
    );
  return (
    <>
      <TopBar onMenu={() => setOpen(true)}>
        <TopMenu items={items} />
      </TopBar>
      {children}
      {open && <MenuDrawer sections={sectionsOf(items)} onClose={() => setOpen(false)} />}
    </>
  );
}
