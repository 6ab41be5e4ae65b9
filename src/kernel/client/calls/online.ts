/** Reachability of our server. `navigator.onLine` is a hint only: a phone in a captive portal is "online". */
import { useSyncExternalStore } from 'react';
import type { Absence } from './ours.ts';
import { lookForServer } from './ping.ts';

const firstWait = 2000;
const longestWait = 30_000;

let absence: Absence | undefined;
let wait = firstWait;
let timer: ReturnType<typeof setTimeout> | undefined;
const viewers = new Set<() => void>();

function put(next: Absence | undefined): void {
  if (next === absence) return;
  absence = next;
  for (const viewer of viewers) viewer();
}

let looking: Promise<boolean> | undefined;
/** Probes the server now, and again with growing delays until it responds. */
export function checkOnline(): Promise<boolean> {
  looking ??= look().finally(() => (looking = undefined));
  return looking;
}
/** Checks at the moment a person acts; a check that began before may have failed before the network returned. */
export async function isOnlineNow(): Promise<boolean> {
  if (isOnline()) return true;
  await looking;
  return isOnline() || checkOnline();
}
async function look(): Promise<boolean> {
  clearTimeout(timer);
  const found = await lookForServer();
  clearTimeout(timer);
  if (found === undefined) wait = firstWait;
  else {
    timer = setTimeout(() => void checkOnline(), wait);
    wait = Math.min(wait * 2, longestWait);
  }
  put(found);
  return found === undefined;
}

/** A call of ours was answered. */
export function reached(): void {
  clearTimeout(timer);
  wait = firstWait;
  put(undefined);
}

/**
 * A call got no answer of ours. Without any, that is shown at once, and then the server is looked for; where something else
 * answered it is looked for first: one call that a proxy gave up on does not make the server absent.
 */
export function unreached(why: Absence = 'network'): void {
  if (absence !== undefined) return;
  if (why === 'network' || why === 'blocked') put(why);
  void checkOnline();
}

/** Subscribes to the browser's online and offline events. */
export function watchOnline(): void {
  window.addEventListener('offline', () => {
    put('network');
    void checkOnline();
  });
  window.addEventListener('online', () => void checkOnline());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !isOnline()) void checkOnline();
  });
  if (!navigator.onLine) unreached();
}

export const isOnline = (): boolean => absence === undefined;
const absenceNow = (): Absence | undefined => absence;

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, isOnline);
/** Why the server cannot be reached, or undefined. */
export const useAbsence = (): Absence | undefined => useSyncExternalStore(subscribe, absenceNow, absenceNow);

/** Subscription for code outside React. */
export const onOnlineChange = subscribe;
