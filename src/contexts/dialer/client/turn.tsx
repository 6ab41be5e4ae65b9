/** Ready or Pause button, depending on the status. */
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { isBreak, isWord } from '#kernel/client/calls/live/dialer-store.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { Key } from '#kernel/ui/parts/menu/key.tsx';
import { pressedBy } from '#kernel/ui/parts/menu/keys.ts';
import type { Standing } from './session/standing.ts';
import { useTold } from './use-told.ts';

const drawn = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function Turn({ of: { status } }: { of: Standing }) {
  const ready = useTold(dialer.ready, say.isReady, 'warning');
  const pause = useTold(dialer.pause, say.isPaused, 'warning');
  const mayReady = isWord(status, 'First-login', 'IDLE') || isBreak(status);
  const mayPause = isWord(status, 'Ready', 'waiting', 'wrap-up');
  return (
    <>
      {mayReady && (
        <button
          type="button"
          className={look.main}
          disabled={ready.busy}
          {...pressedBy('ready')}
          onClick={() => void ready.press({})}
        >
          <IconPlayerPlay {...drawn} /> {say.ready} <Key of="ready" />
        </button>
      )}
      {mayPause && (
        <button
          type="button"
          className={look.plain}
          disabled={pause.busy}
          {...pressedBy('pause')}
          onClick={() => void pause.press({})}
        >
          <IconPlayerPause {...drawn} /> {say.pause} <Key of="pause" />
        </button>
      )}
    </>
  );
}
