import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useOnline } from '#kernel/client/calls/online.ts';
import { isPin } from '#kernel/offline/vault/lock-rules.ts';
import { giveUp } from '#phone/vault/lock-watch.ts';
import { tryPin } from '#phone/vault/pin-acts.ts';
import type { Tried } from '#phone/vault/vault.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { pinText as say } from '#contexts/sync/text/en/pin.ts';
import css from './pin.module.css';
import { PinField } from './pin-field.tsx';
import { greyed } from '#kernel/ui/parts/greyed.ts';

/** Covers the screen, so that content below is hidden. */
export function Unlock({ why }: { why: 'unlock' | 'reconnect' | 'erased' }) {
  const ref = useRef<HTMLDialogElement>(null);
  const online = useOnline();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector('input')?.focus();
    return () => dialog?.close();
  }, []);
  const title = why === 'unlock' ? say.unlockTitle : say.leaseTitle;
  return (
    <dialog
      ref={ref}
      className={css.lock}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        if (online) giveUp();
      }}
    >
      <div className={css.inside}>
        <Padlock />
        <h2>{title}</h2>
        {why === 'unlock' ? <PinForm /> : <p role="alert">{why === 'erased' ? say.erased : say.lease}</p>}
        {online && (
          <button type="button" className={`${look.plain} ${look.tall}`} onClick={giveUp}>
            {say.rather}
          </button>
        )}
      </div>
    </dialog>
  );
}

function wordsOf(tried: Tried | undefined, seconds: number): string | undefined {
  const left = tried?.is === 'wrong' ? say.wrong(tried.left) : '';
  return [left, seconds > 0 ? say.wait(seconds) : ''].filter(Boolean).join(' ') || undefined;
}

function PinForm() {
  const [pin, setPin] = useState('');
  const [tried, setTried] = useState<Tried>();
  const [busy, setBusy] = useState(false);
  const [seconds, wait] = useCountdown();
  const isLocked = busy || seconds > 0;
  const attempt = async (digits: string): Promise<void> => {
    setBusy(true);
    const result = await tryPin(digits);
    setTried(result);
    if ('wait' in result) wait(result.wait);
    setPin('');
    setBusy(false);
  };
  const change = (digits: string): void => {
    setPin(digits);
    if (isPin(digits) && !isLocked) void attempt(digits);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPin(pin)) setTried(undefined);
    else if (!isLocked) void attempt(pin);
  };
  return (
    <form className={css.set} noValidate aria-busy={busy} onSubmit={submit}>
      <p>{say.unlockAbout}</p>
      <PinField name="pin" label={say.pin} value={pin} fault={wordsOf(tried, seconds)} onChange={change} />
      <button
        className={`${look.main} ${look.tall}`}
        disabled={busy}
        {...greyed(seconds > 0 && say.wait(seconds))}
      >
        {say.unlock}
      </button>
      <p className={css.hint}>{say.forgotten}</p>
    </form>
  );
}

/** Remaining seconds of a delay. The lock itself is authoritative after a phone has slept. */
function useCountdown(): [seconds: number, begin: (milliseconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, (milliseconds) => setLeft(Math.ceil(milliseconds / 1000))];
}

const Padlock = () => (
  <svg
    width="48"
    height="48"
    viewBox="0 0 48 48"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    aria-hidden="true"
  >
    <rect x="10" y="21" width="28" height="20" rx="5" />
    <path d="M16 21v-6a8 8 0 0 1 16 0v6M24 29v5" strokeLinecap="round" />
  </svg>
);
