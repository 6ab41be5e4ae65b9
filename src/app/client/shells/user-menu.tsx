import { useRef } from 'react';
import { appText } from '#text/en/app.ts';
import { useInstall } from '#kernel/client/app/install.ts';
import { useActor, useCurrentUser } from '#kernel/client/session/session.tsx';
import { isFieldworker } from '#contexts/sync/client/cache/cache.ts';
import { putAsk } from '#contexts/sync/client/vault/lock-state.ts';
import { pinText } from '#contexts/sync/text/en/pin.ts';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import { openShortcuts } from '../keyboard-store.ts';
import { menuFor } from '../menu.ts';
import { MenuLink } from './menu-link.tsx';
import { Preferences } from './preferences.tsx';
import css from './shell.module.css';
import { SignOut } from './sign-out.tsx';

const panelId = 'user-menu';

/** Who is signed in, their settings and the way out. */
export function UserMenu() {
  const panel = useRef<HTMLDivElement>(null);
  const { firstName, lastName, roleName } = useCurrentUser();
  const initials = [firstName, lastName].map((name) => name.charAt(0)).join('');
  const close = (): void => panel.current?.hidePopover();
  return (
    <>
      <button type="button" className={css.person} popoverTarget={panelId} aria-label={appText.userMenu}>
        {initials}
      </button>
      <div id={panelId} ref={panel} popover="auto" className={css.userPanel}>
        <div className={css.who}>
          <strong>
            {firstName} {lastName}
          </strong>
          <span>{roleName}</span>
        </div>
        <Preferences />
        <Entries onGo={close} />
      </div>
    </>
  );
}

function Entries({ onGo }: { onGo: () => void }) {
  const actor = useActor();
  const install = useInstall();
  return (
    <div className={css.sheetMenu}>
      {menuFor(actor, 'account').map((item) => (
        <MenuLink key={item.path} screen={item} look="side" onGo={onGo} />
      ))}
      {install && (
        <button type="button" className={css.sideItem} onClick={() => void install()}>
          <Icon name="install" />
          <span>{appText.install}</span>
        </button>
      )}
      {isFieldworker() && (
        <button
          type="button"
          className={css.sideItem}
          onClick={() => {
            onGo();
            putAsk('set');
          }}
        >
          <Icon name="lock" />
          <span>{pinText.menu}</span>
        </button>
      )}
      <button
        type="button"
        className={css.sideItem}
        data-wide
        onClick={() => {
          onGo();
          openShortcuts();
        }}
      >
        <Icon name="keyboard" />
        <span>{appText.shortcuts}</span>
      </button>
      <SignOut onGo={onGo} />
    </div>
  );
}
