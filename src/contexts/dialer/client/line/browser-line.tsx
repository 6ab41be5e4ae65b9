/** Maintains the agent's line in one browser tab and reports what prevents it. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { call } from '#kernel/client/calls/api.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from '../dialer.module.css';
import { MicrophoneTrouble } from './microphone-trouble.tsx';
import { useSound } from './sound-store.ts';

type Trouble = keyof typeof say.lineTrouble;

/** Names of what getUserMedia refuses with. */
const troubleOf = (error: unknown): Trouble => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'NotReadableError' ? 'noMicrophone' : 'lost';
};

/** Puts the borrower on hold while the agent's microphone is lost. */
function holdWhileLost(): (isLost: boolean) => void {
  let hold: Promise<unknown> | undefined;
  return (isLost) => {
    const last = hold;
    if (isLost) hold = call(dialer.hold, { isHeld: true });
    else hold = undefined;
    // Ignored without a call or when the call is on hold already.
    hold?.catch(() => undefined);
    if (!isLost) void last?.then(() => call(dialer.hold, { isHeld: false })).catch(() => undefined);
  };
}

async function open(tell: (trouble: Trouble | null) => void): Promise<() => void> {
  const [{ openLine }, given] = await Promise.all([import('./sip-line.ts'), call(dialer.browserLine, {})]);
  return openLine(given, {
    ready: (hasCall) => {
      tell(null);
      void call(dialer.lineReady, { hasCall }).catch(() => tell('lost'));
    },
    lost: () => tell('lost'),
    microphone: holdWhileLost(),
  });
}

/** Open until the signal aborts; then another tab opens the line. */
async function keep(tell: (trouble: Trouble | null) => void, until: AbortSignal): Promise<void> {
  const over = new Promise<void>((done) => until.addEventListener('abort', () => done()));
  await navigator.locks.request('recoup-line', { signal: until }, async () => {
    const close = await open(tell);
    await over;
    close();
  });
}

/** `isTalk`: the agent speaks in a call. */
export function BrowserLine({ isTalk }: { isTalk: boolean }) {
  const { trouble: silence } = useSound();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const over = new AbortController();
    const tell = (what: Trouble | null): void => void (over.signal.aborted || setTrouble(what));
    keep(tell, over.signal).catch((error: unknown) => tell(troubleOf(error)));
    return () => over.abort();
  }, [tries]);
  if (silence !== null) return <MicrophoneTrouble of={silence} isTalk={isTalk} />;
  if (trouble === null) return null;
  return createPortal(
    <section className={css.incoming} role="alert">
      <h2>{say.lineTrouble[trouble].title}</h2>
      <span>{say.lineTrouble[trouble].todo}</span>
      <button type="button" className={look.main} onClick={() => setTries(tries + 1)}>
        {say.tryAgain}
      </button>
    </section>,
    document.body,
  );
}
