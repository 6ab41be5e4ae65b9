import { useLayoutEffect, useRef } from 'react';
import { useLeaveQuestion } from '#client/kernel/leave.ts';
import { kitText } from '#text/en/kit.ts';
import css from './sheet.module.css';

/** Asks before unsaved input is thrown away; staying is the answer to Escape. */
export function ConfirmLeave() {
  const question = useLeaveQuestion();
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (question) ref.current?.showModal();
    else ref.current?.close();
  }, [question]);
  return (
    <dialog
      ref={ref}
      className={css.question}
      aria-label={kitText.leave}
      onCancel={(event) => {
        event.preventDefault();
        question?.answer(false);
      }}
    >
      <p>{kitText.leave}</p>
      <div>
        <button type="button" className={css.plain} onClick={() => question?.answer(true)}>
          {kitText.leaveYes}
        </button>
        <button type="button" className={css.main} onClick={() => question?.answer(false)}>
          {kitText.leaveNo}
        </button>
      </div>
    </dialog>
  );
}
