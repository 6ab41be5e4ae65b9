/** A new version waits until the person says so: taking it over reloads every tab. */
import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';
import { dropGuards, mayLeave } from '../session/leave.ts';

const checkEvery = 60 * 60_000;
const askAgainMs = 2000;
let waiting: Workbox | undefined;
let asking: ReturnType<typeof setInterval> | undefined;
const viewers = new Set<() => void>();

function put(next: Workbox | undefined): void {
  waiting = next;
  for (const viewer of viewers) viewer();
}

async function reloadIfMayLeave(): Promise<void> {
  if (await mayLeave()) window.location.reload();
}

/**
 * Registers the service worker. workbox-window's own `controlling` event has no `isUpdate` in a tab opened before the
 * first worker took over, so the browser's event decides: a tab that was already controlled reloads.
 */
export async function startUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    clearInterval(asking);
    if (controlled) void reloadIfMayLeave();
    controlled = true;
  });
  try {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/sw.js');
    workbox.addEventListener('waiting', () => void showIfWaiting(workbox));
    workbox.addEventListener('activated', () => put(undefined));
    await workbox.register();
    setInterval(() => void workbox.update().catch(() => undefined), checkEvery);
  } catch {
    // Private windows and tests can forbid workers: the app works without one, only not offline. A page that closes before
    // the file is here needs none.
  }
}

/**
 * workbox-window says so of any worker that is not active 200 ms after it was installed, the very first on a slow phone
 * included: a new version is one that waits while an older one serves this page.
 */
async function showIfWaiting(workbox: Workbox): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting && navigator.serviceWorker.controller) put(workbox);
}

/**
 * Where an event comes to the worker before at this very moment, such as a sync of what waits to be sent, Chrome may look
 * again only half a minute later whether that worker is done. It looks at once after each event that is over there, and
 * each time it is asked: both are told again.
 */
async function takeOver(): Promise<void> {
  if (!(await mayLeave())) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // Another tab took it over meanwhile.
  if (!registration?.waiting) return put(undefined);
  dropGuards();
  const next = waiting;
  next?.messageSkipWaiting();
  clearInterval(asking);
  asking = setInterval(() => {
    navigator.serviceWorker.controller?.postMessage({ type: 'SKIP_WAITING' });
    next?.messageSkipWaiting();
  }, askAgainMs);
}

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}

/** How to take the new version, or undefined when there is none. */
export const useUpdate = (): { take: () => Promise<void>; later: () => void } | undefined =>
  useSyncExternalStore(subscribe, () => waiting) && { take: takeOver, later: () => put(undefined) };
