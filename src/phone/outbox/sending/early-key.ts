/** Fetches the server's key early, so that the first entry can be encrypted for the server. */
import { syncKey } from '#kernel/contract/outbox/sync-key.ts';
import { call } from '#kernel/client/calls/api.ts';
import { isOnline } from '#kernel/client/calls/online.ts';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';
import { serverKeyName } from '#kernel/offline/outbox/name.ts';

export async function hearKeyEarly({ keys }: DeviceStore): Promise<void> {
  if (!isOnline() || !isSecureContext || (await keys.get(serverKeyName))) return;
  await keys.put(serverKeyName, { ...(await call(syncKey, {})), heardAt: Date.now() });
}
