/** The open global dialog. */
import { useSyncExternalStore } from 'react';

type Helper = 'palette' | 'shortcuts' | 'words' | 'sign-out' | null;
let open: Helper = null;
/** What was typed for the palette while it was on its way. */
let early = '';
const viewers = new Set<() => void>();

export function openHelper(next: Helper): void {
  open = next;
  early = '';
  for (const viewer of viewers) viewer();
}
/** A dialog reports its closing a moment later, when its successor may be open. */
export const closeHelper = (which: Helper): void => {
  if (open === which) openHelper(null);
};
export const openShortcuts = (): void => openHelper('shortcuts');
export const openWords = (): void => openHelper('words');
export const askSignOut = (): void => openHelper('sign-out');

const subscribe = (viewer: () => void): (() => void) => {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
};
export const helperNow = (): Helper => open;
export const useHelper = (): Helper => useSyncExternalStore(subscribe, helperNow, helperNow);

/** Queues a key for the palette; returns whether it was text or backspace. */
export function typeEarly(key: string): boolean {
  if (key === 'Backspace') early = early.slice(0, -1);
  else if (key.length === 1) early += key;
  else return false;
  return true;
}
export const typedEarly = (): string => early;
