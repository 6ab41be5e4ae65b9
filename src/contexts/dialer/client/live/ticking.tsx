/** Running timers: one clock writes all of them, so that no row renders every second. */
import { useCallback } from 'react';
import { lastingFor } from './use-tick.ts';

const running = new Map<HTMLElement, number>();
let timer: ReturnType<typeof setInterval> | undefined;

function write(element: HTMLElement, since: number, now: number): void {
  const text = lastingFor(now - since);
  if (element.textContent !== text) element.textContent = text;
}

function start(element: HTMLElement, since: number): () => void {
  running.set(element, since);
  write(element, since, Date.now());
  timer ??= setInterval(() => {
    const now = Date.now();
    for (const [one, from] of running) write(one, from, now);
  }, 1000);
  return () => {
    running.delete(element);
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** `since` in milliseconds. */
export function Ticking({ since }: { since: number }) {
  const ref = useCallback(
    (element: HTMLElement | null) => (element ? start(element, since) : undefined),
    [since],
  );
  return <time role="timer" ref={ref} />;
}
