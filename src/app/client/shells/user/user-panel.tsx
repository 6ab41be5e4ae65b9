/** The content of the user's menu; loaded when it is opened. */
import { appText } from '#text/en/app.ts';
import { useInstall } from '#kernel/client/app/install/install.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { isFieldworker } from '#phone/cache/cache.ts';
import { putAsk } from '#phone/vault/lock-state.ts';
import { pinText } from '#contexts/sync/text/en/pin.ts';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import { openShortcuts, openWords } from '../../palette/keyboard-store.ts';
import { menuFor } from '../../menu.ts';
import { MenuLink } from '../menus/menu-link.tsx';
import { Preferences } from './preferences.tsx';
import css from '../shell.module.css';
import { SignOut } from './sign-out.tsx';

interface PanelProps {
  onGo: () => void;
}

export function UserPanel({ onGo }: PanelProps) {
  return (
    <>
      <Preferences />
      <Entries onGo={onGo} />
    </>
  );
}

function Entries({ onGo }: PanelProps) {
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
      <button
        type="button"
        className={css.sideItem}
        onClick={() => {
          onGo();
          openWords();
        }}
      >
        <Icon name="file" />
        <span>{appText.words}</span>
      </button>
      <SignOut onGo={onGo} />
    </div>
  );
}
