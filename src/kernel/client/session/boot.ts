/** Boot snapshot: user, flags and menu, stored so that the first paint needs no network. */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client';
import { session } from '#kernel/contract/session.ts';
import { bootKey } from './boot-key.ts';
import type { SessionAccess } from './session.tsx';
import { pageAnswer } from '../calls/queries/page-answers.ts';
import { type Held, queryClient, queryOf } from '../calls/queries/query.ts';
import { requestOf } from '../calls/request.ts';

/** Increase when the shape of the snapshot changes: older snapshots are discarded. */
const schemaVersion = '1';
const maxAge = 30 * 24 * 3600 * 1000;

export const accessQuery = () => queryOf(session.access, {}, { boot: true, staleTime: 0 });

let isKeeping = true;
/** The persister writes with a delay, so the storage itself must refuse after a sign-out. */
const storage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => isKeeping && localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
};

/** Serialises responses only: a failed refresh does not replace its previous response. */
function serialize(client: PersistedClient): string {
  const queries = client.clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: 'success', error: null, fetchStatus: 'idle', fetchFailureReason: null },
  }));
  return JSON.stringify({ ...client, clientState: { ...client.clientState, queries } });
}

const options = () => ({
  queryClient,
  persister: createSyncStoragePersister({ storage, key: bootKey, throttleTime: 0, serialize }),
  maxAge,
  buster: schemaVersion,
  dehydrateOptions: {
    shouldDehydrateQuery: (query: { meta?: Record<string, unknown>; state: { data: unknown } }) =>
      query.meta?.boot === true && query.state.data !== undefined,
  },
});

/** The user inlined into the page precedes a stored snapshot. */
function takeOverPage(): void {
  const brought = pageAnswer(requestOf(session.access, {}).url) as { row: SessionAccess } | undefined;
  if (!brought) return;
  queryClient.setQueryData<Held<typeof session.access>>(accessQuery().queryKey, { reply: brought.row });
}

/** Fills the cache from the snapshot and updates the snapshot from then on. */
export async function restoreSnapshot(): Promise<void> {
  // A restored query has no options until it is used; without these it would be garbage-collected.
  queryClient.setQueryDefaults(accessQuery().queryKey, { gcTime: Infinity, meta: { boot: true } });
  // The inlined user is newer than the snapshot.
  takeOverPage();
  const how = options();
  await persistQueryClientRestore(how);
  persistQueryClientSubscribe(how);
}

/** Deletes the snapshot, so that it is not restored after local storage was cleared. */
export function forgetSnapshot(): void {
  isKeeping = false;
}
