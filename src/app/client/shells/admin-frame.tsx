import { useState } from 'react';
import { appText } from '#text/en/app.ts';
import { menuFor, sectionsOf } from '../menu.ts';
import type { FrameProps } from './frame.ts';
import { MenuDrawer } from './menus/menu-drawer.tsx';
import css from './shell.module.css';
import { SideMenu } from './menus/side-menu.tsx';
import { TopBar } from './top-bar.tsx';

/** Whether the side menu is folded, on this device. */
const foldKey = 'recoup-side-menu';

/** Top bar and a side menu of 250 px that folds to its icons; a drawer on small screens. */
export function AdminFrame({ actor, children }: FrameProps) {
  const [drawer, setDrawer] = useState(false);
  const [folded, setFolded] = useState(() => localStorage.getItem(foldKey) === 'folded');
  const sections = sectionsOf(menuFor(actor, 'main'));
  const fold = (): void => {
    localStorage.setItem(foldKey, folded ? 'open' : 'folded');
    setFolded(!folded);
  };
  return (
    <>
      <TopBar onMenu={() => setDrawer(true)} onFold={fold} folded={folded} />
      <div className={css.sideBySide}>
        <nav className={css.side} data-folded={folded || undefined} aria-label={appText.mainMenu}>
          <SideMenu sections={sections} folded={folded} />
        </nav>
        {children}
      </div>
      {drawer && <MenuDrawer sections={sections} onClose={() => setDrawer(false)} />}
    </>
  );
}
