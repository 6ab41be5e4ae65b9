/** What a person does with the lock of their loans. */
import { session } from '#kernel/contract/session.ts';
import { call } from '#kernel/client/calls/api.ts';
import { ApiFailure, Unreachable } from '#kernel/client/calls/api-failure.ts';
import { declinePin, keepVaultMark } from '#kernel/client/app/preferences.ts';
import { cacheOwner } from '../cache/cache.ts';
import { reload } from '../cache/feed.ts';
import { putAsk } from './lock-state.ts';
import { machine } from '../outbox/page.ts';
import { openShelf } from '../cache/shelves/shelf.ts';
import type { Tried } from './vault.ts';

const nothingWaits = (): Promise<ReadonlySet<number>> => Promise.resolve(new Set());

/**
 * Sets a new PIN and key, and reloads the cache. Returns whether it is complete, and whether the browser granted
 * persistent storage. `onSet`: the PIN is active, the remainder is loading.
 */
export async function choosePin(
  pin: string,
  onSet: () => void,
): Promise<{ isHere: boolean; isLasting: boolean }> {
  const owner = cacheOwner();
  if (!owner) throw new Error('Nobody is signed in');
  const { vault } = await openShelf(owner);
  let kept = { deviceId: '', escrow: '' };
  await (
    await machine()
  ).changeLock(owner.id, async () => {
    kept = await vault.set(pin);
    keepVaultMark(true);
  });
  onSet();
  try {
    await call(session.keepDeviceKey, { deviceId: kept.deviceId, key: kept.escrow });
  } catch (error) {
    // Then only the PIN opens it; forgotten, everything is loaded again.
    if (!(error instanceof ApiFailure || error instanceof Unreachable)) throw error;
  }
  const isHere = await reload(owner, nothingWaits);
  return { isHere, isLasting: (await navigator.storage?.persist?.()) ?? false };
}

export function declineOffer(): void {
  const owner = cacheOwner();
  if (owner) declinePin(owner.id);
  putAsk(null);
}

export async function tryPin(pin: string): Promise<Tried> {
  const owner = cacheOwner();
  if (!owner) return { is: 'erased' };
  const { vault } = await openShelf(owner);
  const tried = await vault.tryPin(pin);
  if (tried.is === 'erased') keepVaultMark(false);
  return tried;
}
