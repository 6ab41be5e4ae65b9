/** A new version is applied only on the user's request, because it reloads every tab. */
import { useSyncExternalStore } from 'react';
import { dropGuards, mayLeave } from '../session/leave.ts';

const checkEvery = 60 * 60_000;
const askAgainMs = 4000;
const file = '/sw.js';
let isWaiting = false;
let asking: ReturnType<typeof setInterval> | undefined;
const viewers = new Set<() => void>();

function put(next: boolean): void {
  isWaiting = next;
  for (const viewer of viewers) viewer();
}

async function reloadIfMayLeave(): Promise<void> {
  if (await mayLeave()) window.location.reload();
}

let settleRegistered: (isThere: boolean) => void = () => undefined;
/** Whether this browser has a worker for Recoup; some forbid it, as private windows do. */
export const whenRegistered = new Promise<boolean>((resolve) => (settleRegistered = resolve));

/**
 * Registers the service worker. workbox-window's `controlling` event has no `isUpdate` in a tab opened before the
 * first worker took control, so the browser's event decides: a tab that was already controlled reloads.
 */
export async function startUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return settleRegistered(false);
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    clearInterval(asking);
    if (controlled) void reloadIfMayLeave();
    controlled = true;
  });
  try {
    const { Workbox } = await import('workbox-window');
    const registered = await navigator.serviceWorker.getRegistration();
    // Under another address it would be another version, though it is the same file.
    const workbox = new Workbox(registered?.active?.scriptURL ?? file);
    workbox.addEventListener('waiting', () => void showIfWaiting());
    workbox.addEventListener('activated', () => put(false));
    await workbox.register();
    settleRegistered((await navigator.serviceWorker.getRegistration()) !== undefined);
    setInterval(() => void workbox.update().catch(() => undefined), checkEvery);
  } catch {
    // Private windows and tests can forbid workers: the app works without one, only not offline. A page that closes before
    // the file is here needs none.
    settleRegistered(false);
  }
}

/**
 * workbox-window reports any worker that is not active 200 ms after installation, including the first one on a slow
 * phone: a new version is a waiting worker while an older one controls this page.
 */
async function showIfWaiting(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting && navigator.serviceWorker.controller) put(true);
}

/** A version notified during its installation activates as soon as it is installed. */
function skipWaiting({ installing, waiting }: ServiceWorkerRegistration): void {
  (installing ?? waiting)?.postMessage({ type: 'SKIP_WAITING' });
}

/**
 * Chrome stops the previous worker at the first notification, and never again for the same version. A request
 * arriving at that moment restarts the previous worker until it is idle for 30 s. Registering the same file under
 * another URL creates another version.
 */
async function askAgain(): Promise<void> {
  skipWaiting(await navigator.serviceWorker.register(`${file}?${Date.now()}`));
}

async function takeOver(): Promise<void> {
  if (!(await mayLeave())) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // Another tab has activated it meanwhile.
  if (!registration?.waiting) return put(false);
  dropGuards();
  skipWaiting(registration);
  clearInterval(asking);
  // Offline the file cannot load: the version notified first remains pending.
  asking = setInterval(() => void askAgain().catch(() => undefined), askAgainMs);
}

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}

/** Activates the new version, or undefined when there is none. */
export const useUpdate = (): { take: () => Promise<void>; later: () => void } | undefined =>
  useSyncExternalStore(subscribe, () => isWaiting) ? { take: takeOver, later: () => put(false) } : undefined;
