/** Prompt state of the vault. Small: the vault itself is loaded when there is one. */
import { useSyncExternalStore } from 'react';

type Ask = 'offer' | 'set' | 'unlock' | 'reconnect' | 'erased' | null;
let ask: Ask = null;
const viewers = new Set<() => void>();

export function putAsk(next: Ask): void {
  if (next === ask) return;
  ask = next;
  for (const viewer of viewers) viewer();
}
export const askNow = (): Ask => ask;

const lockers = new Set<() => void>();
/** Called when the vault is unlocked or locked. */
export const onLock = (listener: () => void): void => void lockers.add(listener);
export function tellLock(): void {
  for (const locker of lockers) locker();
}

const subscribe = (viewer: () => void): (() => void) => {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
};
export const useAsk = (): Ask => useSyncExternalStore(subscribe, askNow, askNow);
