import { Link, useLocation } from 'react-router-dom';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import type { Screen } from '#kernel/ui/module.ts';
import { isOf } from '../../menu.ts';
import css from '../shell.module.css';

interface MenuLinkProps {
  screen: Screen;
  look: 'top' | 'bottom' | 'side' | 'rail';
  /** Number next to the title. */
  note?: string | undefined;
  onGo?: () => void;
  inert?: boolean;
}
const looks = { top: css.topItem, bottom: css.bottomItem, side: css.sideItem, rail: css.railItem };

/** Menu item; its screen's code is prefetched on hover or touch. */
export function MenuLink({ screen, look, note, onGo, inert }: MenuLinkProps) {
  const { path, title, icon, load } = screen;
  const { pathname } = useLocation();
  const isHere = isOf(screen, pathname);
  // A failed fetch shows when the screen is opened, with a way on.
  const warm = (): void => void load().catch(() => undefined);
  return (
    <Link
      to={path}
      className={`${looks[look] ?? ''}${isHere ? ' active' : ''}`}
      aria-current={isHere ? (path === pathname ? 'page' : 'true') : undefined}
      inert={inert}
      onClick={onGo}
      onPointerEnter={warm}
      onFocus={warm}
      title={look === 'rail' ? title : undefined}
      aria-label={look === 'rail' ? title : undefined}
    >
      {look !== 'top' && <Icon name={icon} size={look === 'bottom' ? 22 : 18} />}
      {look !== 'rail' && <span>{look === 'bottom' ? (screen.short ?? title) : title}</span>}
      {note && <b>{note}</b>}
    </Link>
  );
}
