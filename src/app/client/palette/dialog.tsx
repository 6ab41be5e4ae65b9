import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { appText } from '#text/en/app.ts';
import css from './dialog.module.css';
import { Icon } from '#kernel/ui/parts/icon.tsx';

interface DialogProps {
  label: string;
  /** A panel at the side, a sheet from below, or a box near the top. */
  from: 'left' | 'bottom' | 'top';
  onClose: () => void;
  children: ReactNode;
  /** Without a title the content has one. */
  bare?: boolean;
}

/** The browser's modal dialog: focus trapped and restored, Escape, everything else inert. */
export function Dialog({ label, from, onClose, children, bare }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // A click on the dialog itself, not on what is in it, is a click on the backdrop. Escape is the keyboard's way.
    <dialog
      ref={ref}
      className={css.dialog}
      data-from={from}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={css.inside}>
        {!bare && (
          <div className={css.head}>
            <strong>{label}</strong>
            <button type="button" className={css.close} onClick={onClose} aria-label={appText.close}>
              <Icon name="close" />
            </button>
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
