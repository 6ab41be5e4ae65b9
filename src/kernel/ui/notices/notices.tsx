import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { IconCheck, IconExclamationMark, IconInfoSmall, IconX } from '@tabler/icons-react';
import { noticeStore } from '#kernel/client/app/notice-store.ts';
import { kitText } from '#text/en/kit.ts';
import { clearTop } from './clear-place.ts';
import css from './notices.module.css';

const marks = {
  success: IconCheck,
  error: IconExclamationMark,
  warning: IconExclamationMark,
  info: IconInfoSmall,
} as const;

/** Bars and buttons that toasts must not cover. */
const controls = '[data-keep-clear]';

/** Moves the box whenever the controls do: a panel may open, and a call strip come, while a toast is shown. */
function keepClear(box: HTMLElement): () => void {
  let frame = 0;
  // Of the style sheet, which has the notch of the phone.
  box.style.top = '';
  const least = Number.parseFloat(getComputedStyle(box).top) || undefined;
  const place = (): void => {
    const { left, right, height } = box.getBoundingClientRect();
    const areas = [...document.querySelectorAll(controls)].map((one) => one.getBoundingClientRect());
    box.style.top = `${clearTop({ left, right, height }, areas, window.innerHeight, least)}px`;
  };
  const soon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  };
  place();
  const changes = new MutationObserver(soon);
  changes.observe(document.body, { childList: true, subtree: true });
  const stop = new AbortController();
  for (const name of ['resize', 'scroll'])
    window.addEventListener(name, soon, { signal: stop.signal, capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    stop.abort();
  };
}

/** Toasts: spoken by screen readers, held while the pointer is on them. */
export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.all);
  const ref = useRef<HTMLDivElement>(null);
  // Shown anew, it stands above a dialog that was opened meanwhile.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || notices.length === 0) return;
    box.showPopover();
    const stop = keepClear(box);
    return () => {
      stop();
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
