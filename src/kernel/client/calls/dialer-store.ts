/** What the dialer does for whoever is signed in, for the screens that ask while they draw. */
import { useSyncExternalStore } from 'react';

export interface DialerNow {
  /** The published word, such as IDLE or on-call. */
  status: string;
  call: { callRefNo: string; loanId: number } | null;
  /** The daily task that is being called, if one is. */
  taskId: number | null;
}
let now: DialerNow | null = null;
const viewers = new Set<() => void>();

export function setDialer(next: DialerNow | null): void {
  now = next;
  for (const viewer of viewers) viewer();
}

/** Null where nobody is signed in to a dialer. */
export const useDialer = (): DialerNow | null =>
  useSyncExternalStore(
    (viewer) => {
      viewers.add(viewer);
      return () => viewers.delete(viewer);
    },
    () => now,
  );

/** Words are compared whatever their case; a break may have a name behind it. */
export const isWord = (status: string, ...words: readonly string[]): boolean =>
  words.some((word) => word.toLowerCase() === status.toLowerCase());
export const isBreak = (status: string): boolean => /^(on-)?break/i.test(status);
