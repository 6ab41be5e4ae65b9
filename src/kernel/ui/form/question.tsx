import { type ReactNode, useLayoutEffect, useRef } from 'react';
import look from '../parts/sheet/actions.module.css';
import css from '../parts/sheet/sheet.module.css';

/** Confirmation in the browser's modal dialog; Escape declines, and focus returns to its origin. */
export function Question({
  words,
  yes,
  no,
  busy = false,
  isSafe = 'yes',
  onAnswer,
  children,
}: {
  words: string;
  yes: string;
  no: string;
  busy?: boolean;
  /** The safe answer, emphasised. */
  isSafe?: 'yes' | 'no';
  onAnswer: (isYes: boolean) => void;
  /** Alternative actions. */
  children?: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const button = (isYes: boolean) => (
    <button
      type="button"
      disabled={busy}
      className={(isSafe === 'yes') === isYes ? look.main : look.plain}
      onClick={() => onAnswer(isYes)}
    >
      {isYes ? yes : no}
    </button>
  );
  return (
    <dialog
      ref={ref}
      className={css.question}
      aria-label={words}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
    >
      <p>{words}</p>
      {children}
      <div>
        {button(isSafe === 'no')}
        {button(isSafe === 'yes')}
      </div>
    </dialog>
  );
}
