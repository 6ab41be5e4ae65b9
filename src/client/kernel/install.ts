/** The browser's offer to install the app, kept until the person asks for it. */
import { useSyncExternalStore } from 'react';

interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}
let offer: InstallPrompt | undefined;
const viewers = new Set<() => void>();

function put(next: InstallPrompt | undefined): void {
  offer = next;
  for (const viewer of viewers) viewer();
}

/** Must run early: the browser makes its offer once. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    put(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => put(undefined));
}

async function install(): Promise<void> {
  const current = offer;
  put(undefined);
  await current?.prompt();
}

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  return () => void viewers.delete(viewer);
}

/** How to install, or undefined when the browser does not offer it. */
export const useInstall = (): (() => Promise<void>) | undefined =>
  useSyncExternalStore(subscribe, () => offer) && install;
