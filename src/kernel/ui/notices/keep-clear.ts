import { clearTop } from './clear-place.ts';

/** Bars and buttons that toasts must not cover. */
const controls = '[data-keep-clear]';

/** Moves the box whenever the controls do: a panel may open, and a call strip come, while a toast is shown. */
export function keepClear(box: HTMLElement, signal: AbortSignal): void {
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
  for (const name of ['resize', 'scroll'])
    window.addEventListener(name, soon, { signal, capture: true, passive: true });
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
  });
}
