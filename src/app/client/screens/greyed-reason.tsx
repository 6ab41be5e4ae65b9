/** Shows the reason of a disabled button, next to it and above any dialog. Mounted once per page. */
import { useEffect, useRef } from 'react';
import css from './greyed-reason.module.css';

/** Time to read two rows. */
const shownAfterTapMs = 5000;
const gap = 6;

const greyedAt = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-why]')) || undefined;

/** Below the button, or above it where there is no room; never outside the window. */
function place(box: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const isRoomBelow = at.bottom + gap + height <= innerHeight;
  const left = Math.min(Math.max(gap, at.left + (at.width - width) / 2), innerWidth - width - gap);
  box.style.left = `${left}px`;
  box.style.top = `${isRoomBelow ? at.bottom + gap : at.top - gap - height}px`;
}

function watch(box: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: HTMLElement | undefined;
  let at = '';
  const placeNow = (): string => {
    const { left = 0, top = 0 } = shown?.getBoundingClientRect() ?? {};
    return `${Math.round(left)} ${Math.round(top)}`;
  };
  const hide = (): void => {
    clearTimeout(timer);
    if (box.matches(':popover-open')) box.hidePopover();
  };
  const show = (button: HTMLElement): void => {
    hide();
    box.textContent = button.dataset['why'] ?? '';
    box.showPopover();
    place(box, button);
    shown = button;
    at = placeNow();
  };
  const ending = new AbortController();
  const { signal } = ending;
  const on = (type: string, listener: (event: Event) => void): void =>
    document.addEventListener(type, listener, { signal, capture: true });
  on('pointerover', (event) => {
    const button = greyedAt(event);
    // Touch hover is scrolling; a tap is a click.
    if (button && (event as PointerEvent).pointerType !== 'touch') show(button);
  });
  on('pointerout', (event) => {
    if (greyedAt(event) && (event as PointerEvent).pointerType !== 'touch') hide();
  });
  on('focusin', (event) => {
    const button = greyedAt(event);
    if (button?.matches(':focus-visible')) show(button);
  });
  on('focusout', hide);
  on('click', (event) => {
    const button = greyedAt(event);
    if (!button) return hide();
    show(button);
    timer = setTimeout(hide, shownAfterTapMs);
  });
  on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && hide());
  // A scroll event may arrive after the tap that followed it: the reason closes only when its button moved.
  on('scroll', () => placeNow() !== at && hide());
  return () => ending.abort();
}

export function GreyedReason() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? watch(ref.current) : undefined), []);
  return <div ref={ref} popover="manual" role="status" className={css.reason} />;
}
