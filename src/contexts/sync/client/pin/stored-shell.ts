/** Whether Recoup itself opens without a network: its files are stored, and a service worker answers with them. */
import { type ShellFiles, countFiles } from '#kernel/offline/shell-files.ts';
import { whenRegistered } from '#kernel/client/app/update.ts';

const lookEvery = 500;
const patience = 1500;

/** The worker's file number; undefined when it is busy or was just replaced. */
function filesOf(worker: ServiceWorker): Promise<ShellFiles | undefined> {
  const { port1, port2 } = new MessageChannel();
  const counted = new Promise<ShellFiles | undefined>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as ShellFiles);
    setTimeout(() => resolve(undefined), patience);
  });
  worker.postMessage({ type: countFiles }, [port2]);
  return counted.finally(() => port1.close());
}

/** Interval of polling: shorter once the worker controls the page. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, lookEvery);
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
  });

/** Resolves with true once a worker serves this page, and with false where this browser has none. */
export async function whenShellStored(onProgress: (files: ShellFiles) => void): Promise<boolean> {
  if (!(await whenRegistered)) return false;
  for (;;) {
    const registration = await navigator.serviceWorker.getRegistration();
    // Loaded past the worker, a page has none, and the next one has.
    if (navigator.serviceWorker.controller ?? registration?.active?.state === 'activated') return true;
    const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
    const files = worker && (await filesOf(worker));
    if (files) onProgress(files);
    // An interrupted installation restarts with the files stored already.
    if (!worker && navigator.onLine) await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    await pause();
  }
}
