/** Another agency answers at this host: what is kept of the one before is shown to nobody of this one (decision 396). */
import { agencyMark, clearLocalStorage, keepAgencyMark, unsentPad } from '#kernel/client/app/preferences.ts';
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { forgetSnapshot } from '#kernel/client/session/boot.ts';
import { isDeviceKey } from '#kernel/offline/device-lock.ts';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';
import { meetAgency } from '#kernel/offline/outbox/other-agency.ts';
import { wipeCache } from './cache.ts';
import { noteApart } from './apart.ts';

/** Answers whether it is another than before: then the page is loaded anew, which remembers nothing of it. */
export async function meet(store: DeviceStore, agency: string): Promise<boolean> {
  const meta = await store.read((tx) => tx.meta());
  // The mark is written last: what was interrupted is done again.
  const isOther = [agencyMark(), meta?.agency].some((known) => known !== undefined && known !== agency);
  if (meta) await store.change((tx) => meetAgency(tx, agency, newUuid));
  if (isOther) await forget(store);
  keepAgencyMark(agency);
  if (isOther) location.reload();
  return isOther;
}

async function forget(store: DeviceStore): Promise<void> {
  for (const name of await store.drafts.names()) await store.drafts.remove(name);
  // Its key for entries, its tokens and numbers for cash; keys of this device open what has no other copy.
  for (const name of await store.keys.names()) if (!isDeviceKey(name)) await store.keys.remove(name);
  await wipeCache();
  forgetSnapshot();
  clearLocalStorage();
  unsentPad.write('{}');
  const { apart } = (await store.read((tx) => tx.meta())) ?? {};
  if (apart) noteApart(apart.count);
}
