/**
 * A full-height sheet on phones, a box on desktops, a panel at the right for filters: the browser's native modal dialog.
 */
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { dirtyNow, mayLeave } from '#kernel/client/session/leave.ts';
import { kitText } from '#text/en/kit.ts';
import { focusFirst } from '../../form/first-field.ts';
import css from './sheet.module.css';

interface SheetProps {
  title: string;
  /** The subject, below the title. */
  about?: string;
  /** `low`: as high as what is in it, from the bottom of a phone, within the thumb's reach. */
  from?: 'box' | 'right' | 'wide' | 'low';
  onClose: () => void;
  children: ReactNode;
}

/** Escape in an open list of choices closes that list only: without its default, the browser does not cancel the dialog. */
function keepForList(event: KeyboardEvent<HTMLElement>): void {
  const isList = (event.target as Element).matches('[aria-haspopup=listbox][aria-expanded=true]');
  if (isList && event.key === 'Escape') event.preventDefault();
}

/** Focus is trapped and restored at the end; unsaved input requires confirmation before it closes. */
export function Sheet({ title, about, from = 'box', onClose, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closing the sheet preserves input on the page below.
  const [below] = useState(dirtyNow);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    // The first field, not the button that closes.
    focusFirst(dialog);
    return () => dialog?.close();
  }, []);
  const leave = async (): Promise<void> => {
    if (await mayLeave(below)) onClose();
  };
  return (
    <dialog
      ref={ref}
      className={css.sheet}
      data-from={from}
      aria-label={title}
      onKeyDownCapture={keepForList}
      onCancel={(event) => {
        event.preventDefault();
        void leave();
      }}
    >
      <header className={css.head}>
        <div>
          <h2>{title}</h2>
          {about && <p>{about}</p>}
        </div>
        <button type="button" className={css.close} aria-label={kitText.close} onClick={() => void leave()}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      <div className={css.inside}>{children}</div>
    </dialog>
  );
}
