/** A new version waits until the person says so: taking it over reloads every tab. */
import { useSyncExternalStore } from 'react';
import { dropGuards, mayLeave } from './leave.ts';

const checkEvery = 60 * 60_000;
let waiting: ServiceWorker | undefined;
const viewers = new Set<() => void>();

function put(next: ServiceWorker | undefined): void {
  waiting = next;
  for (const viewer of viewers) viewer();
}

async function reloadIfMayLeave(): Promise<void> {
  if (await mayLeave()) window.location.reload();
}

/** A worker that waits is a new version only where an older one is at work; the first one takes over by itself. */
function watch(registration: ServiceWorkerRegistration): void {
  const offer = (): void => {
    if (registration.waiting && navigator.serviceWorker.controller) put(registration.waiting);
  };
  const follow = (worker: ServiceWorker | null): void => worker?.addEventListener('statechange', offer);
  offer();
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/** Registers the service worker; a tab that another worker takes over is loaded anew. */
export async function startUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) void reloadIfMayLeave();
    controlled = true;
  });
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    watch(registration);
    setInterval(() => void registration.update().catch(() => undefined), checkEvery);
  } catch {
    // Private windows and tests can forbid workers: the app works without one, only not offline.
  }
}

async function takeOver(): Promise<void> {
  if (!(await mayLeave())) return;
  dropGuards();
  waiting?.postMessage({ type: 'SKIP_WAITING' });
}

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}

/** How to take the new version, or undefined when there is none. */
export const useUpdate = (): { take: () => Promise<void>; later: () => void } | undefined =>
  useSyncExternalStore(subscribe, () => waiting) && { take: takeOver, later: () => put(undefined) };
