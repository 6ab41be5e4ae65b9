import { useState } from 'react';
import { appText } from '#text/en/app.ts';
import { Dialog } from '../palette/dialog.tsx';
import { Icon, bringIcons } from '#kernel/ui/parts/icon.tsx';
import { menuFor } from '../menu.ts';
import { countText } from '#kernel/ui/parts/values/format.ts';
import { useCashInHand } from '#phone/outbox/cash/use-cash.ts';
import { DialerSlot } from './dialer-slot.tsx';
import type { FrameProps } from './frame.ts';
import { MenuLink } from './menus/menu-link.tsx';
import css from './shell.module.css';
import { PinGateOffer } from '../guards/pin-gate.tsx';
import { TopBar } from './top-bar.tsx';
import { TopMenu } from './menus/top-menu.tsx';

/** Top menu on desktops; on phones an app bar and a bottom bar within the thumb's reach. */
export function AgentFrame({ actor, children }: FrameProps) {
  const [more, setMore] = useState(false);
  const openMore = (): void => {
    setMore(true);
    void bringIcons();
  };
  const hand = useCashInHand();
  const items = menuFor(actor, 'main');
  const inBar = items.filter(({ bar }) => bar);
  const rest = [
    ...items.filter(({ bar }) => !bar),
    ...menuFor(actor, 'account').filter(({ isMore }) => isMore),
  ];
  return (
    <>
      <TopBar>
        <TopMenu items={items.filter(({ bar }) => bar !== 'only')} />
        <span className={css.dialerPlace}>
          <DialerSlot />
        </span>
      </TopBar>
      {/* Current call: below the bar, covering nothing. */}
      <div id="call-line" className={css.callLine} data-keep-clear />
      {children}
      {/* Where a late load shifts nothing. */}
      <PinGateOffer />
      <nav className={css.bottomBar} aria-label={appText.mainMenu}>
        {inBar.map((item) => (
          <MenuLink key={item.path} screen={item} look="bottom" />
        ))}
        {rest.length > 0 && (
          <button type="button" className={css.bottomItem} aria-haspopup="dialog" onClick={openMore}>
            <Icon name="more" />
            <span>{appText.moreMenu}</span>
          </button>
        )}
      </nav>
      {more && (
        <Dialog label={appText.moreMenu} from="bottom" onClose={() => setMore(false)}>
          <nav className={css.sheetMenu} aria-label={appText.moreMenu}>
            {rest.map((item) => (
              <MenuLink
                key={item.path}
                screen={item}
                look="side"
                note={item.path === '/cash' && hand ? countText({ count: hand.receipts }) : undefined}
                onGo={() => setMore(false)}
              />
            ))}
          </nav>
        </Dialog>
      )}
    </>
  );
}
