import { Suspense, useRef, useState } from 'react';
import { appText } from '#text/en/app.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';
import css from '../shell.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const panelId = 'user-menu';
const load = () => import('./user-panel.tsx');
const UserPanel = lazy(async () => ({ default: (await load()).UserPanel }));
// A failed fetch shows when the menu is opened.
const warm = (): void => void load().catch(() => undefined);

/** Who is signed in, their settings and the way out. */
export function UserMenu() {
  const panel = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  const { firstName, lastName, roleName } = useCurrentUser();
  const initials = [firstName, lastName].map((name) => name.charAt(0)).join('');
  return (
    <>
      <button
        type="button"
        className={css.person}
        popoverTarget={panelId}
        aria-label={appText.userMenu}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setWanted(true)}
      >
        {initials}
      </button>
      <div id={panelId} ref={panel} popover="auto" className={css.userPanel}>
        <div className={css.who}>
          <strong>
            {firstName} {lastName}
          </strong>
          <span>{roleName}</span>
        </div>
        {isWanted && (
          <Suspense>
            <UserPanel onGo={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}
