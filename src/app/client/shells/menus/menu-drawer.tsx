import { appText } from '#text/en/app.ts';
import { Dialog } from '../../palette/dialog.tsx';
import type { Section } from '../../menu.ts';
import css from '../shell.module.css';
import { SideMenu } from './side-menu.tsx';

/** The side menu on small screens; it closes when a screen is chosen. */
export function MenuDrawer({ sections, onClose }: { sections: readonly Section[]; onClose: () => void }) {
  return (
    <Dialog label={appText.product} from="left" onClose={onClose}>
      <nav className={css.sheetMenu} aria-label={appText.mainMenu}>
        <SideMenu sections={sections} onGo={onClose} />
      </nav>
    </Dialog>
  );
}
