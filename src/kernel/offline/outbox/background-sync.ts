import { outboxName } from './name.ts';

interface Syncing {
  sync?: { register: (tag: string) => Promise<void> };
}
/** Background Sync: the worker continues when the network returns and no page is open. */
export async function askForSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined;
  await registration?.sync?.register(outboxName).catch(() => undefined); // forbidden by the user: pages send
}
