import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { IconCheck, IconExclamationMark, IconInfoSmall, IconX } from '@tabler/icons-react';
import { noticeStore } from '#kernel/client/app/notices/notice-store.ts';
import { kitText } from '#text/en/kit.ts';
import css from './notices.module.css';

const marks = {
  success: IconCheck,
  error: IconExclamationMark,
  warning: IconExclamationMark,
  info: IconInfoSmall,
} as const;

/** Toasts: announced by screen readers, paused under the pointer. */
export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.all);
  const ref = useRef<HTMLDivElement>(null);
  // Shown again, to be above a dialog opened meanwhile.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || notices.length === 0) return;
    box.showPopover();
    const shown = new AbortController();
    // Loaded with the first toast, so that no start is delayed; without it a toast has its default position.
    void import('./keep-clear.ts').then(
      ({ keepClear }) => shown.signal.aborted || keepClear(box, shown.signal),
      () => undefined,
    );
    return () => {
      shown.abort();
      box.hidePopover();
    };
  }, [notices]);
  return (
    <div
      ref={ref}
      popover="manual"
      className={css.notices}
      aria-live="polite"
      onPointerEnter={() => noticeStore.hold(true)}
      onPointerLeave={() => noticeStore.hold(false)}
    >
      {notices.map(({ id, kind, text }) => {
        const Mark = marks[kind];
        return (
          <div key={id} className={css.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
            <i aria-hidden="true">
              <Mark size={16} stroke={2.25} />
            </i>
            <span>{text}</span>
            <button type="button" aria-label={kitText.dismiss} onClick={() => noticeStore.dismiss(id)}>
              <IconX size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
        );
      })}
    </div>
  );
}
