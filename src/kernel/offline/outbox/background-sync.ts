import { outboxName } from './name.ts';

interface Syncing {
  sync?: { register: (tag: string) => Promise<void> };
}
/** Where the browser can, the worker goes on when the network is back and no page is open. */
export async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined;
  await registration?.sync?.register(outboxName).catch(() => undefined); // forbidden by the user: pages send
}
