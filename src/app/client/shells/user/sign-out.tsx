import { useState } from 'react';
import { appText } from '#text/en/app.ts';
import { sessionText } from '#contexts/agency/text/en/session.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { signOut } from '#kernel/client/session/session-end.ts';
import { sendNow as sendQueue, unsentNow, useQueue } from '#phone/outbox/queue/use-queue.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { Dialog } from '../../palette/dialog.tsx';
import { Icon } from '#kernel/ui/parts/icon.tsx';
import { askSignOut, openHelper } from '../../palette/keyboard-store.ts';
import css from '../shell.module.css';

async function leave(): Promise<void> {
  try {
    await signOut();
  } catch {
    // Nothing was cleared, and the session continues.
    notice.error(sessionText.signOutFailed);
  }
}

/** Sign-out; with unsent items it requires confirmation. */
export function SignOut({ onGo }: { onGo: () => void }) {
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    // What is on the screen may not have been read yet.
    if ((await unsentNow()) > 0) {
      onGo();
      askSignOut();
      return;
    }
    setBusy(true);
    await leave();
    setBusy(false);
  };
  return (
    <button type="button" className={css.sideItem} disabled={busy} onClick={() => void run()}>
      <Icon name="signOut" />
      <span>{sessionText.signOut}</span>
    </button>
  );
}

/** Unsent work outlives signing out, but its author should know. */
export function UnsentQuestion() {
  const { items: waiting } = useQueue();
  const close = (): void => openHelper(null);
  const sendNow = (): void => {
    sendQueue();
    close();
  };
  const go = async (): Promise<void> => {
    await leave();
    close();
  };
  return (
    <Dialog label={appText.unsentTitle(waiting.length)} from="top" onClose={close}>
      <div className={css.question}>
        <p>{appText.unsentAbout}</p>
        <button type="button" className={look.main} onClick={sendNow}>
          {appText.sendNow}
        </button>
        <button type="button" className={look.plain} onClick={() => void go()}>
          {appText.signOutKeep}
        </button>
        <button type="button" className={look.plain} onClick={close}>
          {appText.stay}
        </button>
      </div>
    </Dialog>
  );
}
