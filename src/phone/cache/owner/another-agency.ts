/** Another agency at this host: data of the previous one is hidden from its users (decision 396). */
import { agencyMark, clearLocalStorage, keepAgencyMark, unsentPad } from '#kernel/client/app/preferences.ts';
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { forgetSnapshot } from '#kernel/client/session/boot.ts';
import { isDeviceKey } from '#kernel/offline/device-lock.ts';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';
import { meetAgency } from '#kernel/offline/outbox/other-agency.ts';
import { wipeCache } from '../cache.ts';
import { noteApart } from './apart.ts';

/** Returns whether the agency changed: then the page is reloaded, dropping its memory. */
export async function meet(store: DeviceStore, agency: string): Promise<boolean> {
  const meta = await store.read((tx) => tx.meta());
  // The agency marker is written last: an interrupted run is repeated.
  const isOther = [agencyMark(), meta?.agency].some((known) => known !== undefined && known !== agency);
  if (meta) await store.change((tx) => meetAgency(tx, agency, newUuid));
  if (isOther) await forget(store);
  keepAgencyMark(agency);
  if (isOther) location.reload();
  return isOther;
}

async function forget(store: DeviceStore): Promise<void> {
  for (const name of await store.drafts.names()) await store.drafts.remove(name);
  // Deletes the encryption key of entries, tokens and receipt numbers; device keys remain, because they open the only
  // copies.
  for (const name of await store.keys.names()) if (!isDeviceKey(name)) await store.keys.remove(name);
  await wipeCache();
  forgetSnapshot();
  clearLocalStorage();
  unsentPad.write('{}');
  const { apart } = (await store.read((tx) => tx.meta())) ?? {};
  if (apart) noteApart(apart.count);
}
