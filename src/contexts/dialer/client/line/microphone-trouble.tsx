/** Names the lost or muted microphone and offers the others. */
import { createPortal } from 'react-dom';
import { browserLineText as say } from '#contexts/dialer/text/en/browser-line.ts';
import css from '../dialer.module.css';
import { DeviceChoice } from './line-sound.tsx';
import type { SoundTrouble } from './sound-store.ts';

/** `isTalk`: a borrower is on the line. */
export function MicrophoneTrouble({ of, isTalk }: { of: SoundTrouble; isTalk: boolean }) {
  const device = of.device || say.unnamed;
  const isLost = of.kind === 'lost';
  const todo = isTalk ? say.lostInCall : say.lostToDo;
  return createPortal(
    <section className={css.incoming} aria-label={say.sound}>
      <div role="alert">
        <h2>{isLost ? say.lost(device) : say.silenced(device)}</h2>
        <p>{isLost ? todo : say.silencedToDo}</p>
      </div>
      <DeviceChoice kind="microphone" />
    </section>,
    document.body,
  );
}
