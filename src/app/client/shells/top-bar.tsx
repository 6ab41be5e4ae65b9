import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { appText } from '#text/en/app.ts';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import { openHelper } from '../palette/keyboard-store.ts';
import { ConnectionPill } from './connection-pill.tsx';
import { Logo } from './logo.tsx';
import css from './shell.module.css';
import { UserMenu } from './user/user-menu.tsx';

interface TopBarProps {
  /** Opens the drawer; the button shows on small screens. */
  onMenu?: () => void;
  /** Folds the side menu; the button shows on wide screens. */
  onFold?: () => void;
  folded?: boolean;
  children?: ReactNode;
}

/** Brand, menu, connection state, user. */
export function TopBar({ onMenu, onFold, folded, children }: TopBarProps) {
  return (
    <header className={css.bar} data-keep-clear>
      {onMenu && (
        <button
          type="button"
          className={css.barButton}
          data-small
          onClick={onMenu}
          aria-label={appText.openMenu}
          aria-haspopup="dialog"
        >
          <Icon name="menu" />
        </button>
      )}
      {onFold && (
        <button
          type="button"
          className={css.barButton}
          data-wide
          onClick={onFold}
          aria-label={folded ? appText.unfoldMenu : appText.foldMenu}
          aria-expanded={!folded}
        >
          <Icon name="fold" />
        </button>
      )}
      <Link to="/" className={css.brand} aria-label={`${appText.product}, ${appText.toStart}`}>
        <Logo />
        <span>{appText.product}</span>
      </Link>
      {children}
      <span className={css.gap} />
      <button
        type="button"
        className={css.find}
        data-wide
        aria-label={appText.palette}
        aria-haspopup="dialog"
        onClick={() => openHelper('palette')}
      >
        <Icon name="search" size={16} />
        <span>{appText.paletteHint}</span>
        <kbd>{appText.paletteKeys}</kbd>
      </button>
      <ConnectionPill />
      <UserMenu />
    </header>
  );
}
