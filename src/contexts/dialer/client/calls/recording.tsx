import { useState } from 'react';
import { recordings } from '#contexts/dialer/contract/recordings.ts';
import { callsText as say } from '#contexts/dialer/text/en/calls.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { Player } from '../recordings/player.tsx';

/** Plays a recording and offers it as a file, with the permission to listen. */
export function Recording({ referenceId, hasRecording }: { referenceId: string; hasRecording: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const may = useMay();
  if (!hasRecording || !may(recordings.play.can)) return null;
  return (
    <>
      <button type="button" className={`${look.plain} ${look.small}`} onClick={() => setIsOpen(true)}>
        {say.play}
      </button>
      {isOpen && (
        <Sheet title={say.recording} onClose={() => setIsOpen(false)}>
          <Player referenceId={referenceId} isAuto />
        </Sheet>
      )}
    </>
  );
}
