/** Whether our own server answers. `navigator.onLine` is a hint only: a phone in a captive portal is "online". */
import { useSyncExternalStore } from 'react';
import { isServerThere } from './ping.ts';

const firstWait = 2000;
const longestWait = 30_000;

let online = true;
let wait = firstWait;
let timer: ReturnType<typeof setTimeout> | undefined;
const viewers = new Set<() => void>();

function put(next: boolean): void {
  if (next === online) return;
  online = next;
  for (const viewer of viewers) viewer();
}

/** Asks the server now, and again with growing pauses until it answers. */
export async function checkOnline(): Promise<boolean> {
  clearTimeout(timer);
  const reached = await isServerThere();
  clearTimeout(timer);
  if (reached) wait = firstWait;
  else {
    timer = setTimeout(() => void checkOnline(), wait);
    wait = Math.min(wait * 2, longestWait);
  }
  put(reached);
  return reached;
}

/** A call of ours was answered. */
export function reached(): void {
  clearTimeout(timer);
  wait = firstWait;
  put(true);
}

/** A call got no answer: say so at once, then look for the server. */
export function unreached(): void {
  if (!online) return;
  put(false);
  void checkOnline();
}

/** Starts listening to the browser's hints. */
export function watchOnline(): void {
  window.addEventListener('offline', unreached);
  window.addEventListener('online', () => void checkOnline());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !online) void checkOnline();
  });
  if (!navigator.onLine) unreached();
}

export const isOnline = (): boolean => online;

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, isOnline);

/** Calls back on every change; for code outside React. */
export const onOnlineChange = subscribe;
