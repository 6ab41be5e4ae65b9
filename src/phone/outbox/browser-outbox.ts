/** Browser ports of the outbox: disk, locks and network; shared by pages and the service worker. */
import { newUuid } from '#kernel/client/calls/new-uuid.ts';
import { clockNow } from '#kernel/client/calls/server-clock.ts';
import { fetchNet, room } from './sending/fetch-net.ts';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';
import type { Meta } from '#kernel/offline/outbox/item.ts';
import { type Keeper, createKeeper } from '#kernel/offline/vault/keeper.ts';
import { outboxName } from '#kernel/offline/outbox/name.ts';
import { type Outbox, createOutbox } from '#kernel/offline/outbox/outbox-core.ts';
import type { Locks, News } from '#kernel/offline/outbox/ports.ts';
import type { SafeOf } from '#kernel/offline/vault/safe.ts';

const webLocks: Locks = {
  async hold(work, how) {
    let isOurs = false;
    const held = async (lock: Lock | null): Promise<void> => {
      if (!lock) return;
      isOurs = true;
      await work();
    };
    try {
      await navigator.locks.request(
        outboxName,
        how === 'steal' ? { steal: true } : { ifAvailable: true },
        held,
      );
    } catch (error) {
      // The lock was stolen after a long sleep; the run detects it by its lease.
      if (!isOurs || !(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return isOurs;
  },
};

interface Options {
  store: DeviceStore;
  /** Present on pages that can prompt for a PIN. */
  safeOf?: SafeOf;
  actorOf: (meta: Meta | undefined) => number | undefined;
  tell: (news: News) => void;
}

export function browserOutbox(options: Options): { outbox: Outbox; keeper: Keeper } {
  const keeper = createKeeper(options.store, options.safeOf);
  const outbox = createOutbox({
    ...options,
    room,
    net: fetchNet(keeper),
    wrap: keeper.wrap,
    moment: (meta) => clockNow(meta?.latestWall),
    locks: webLocks,
    now: () => Date.now(),
    random: () => Math.random(),
    newId: () => newUuid(),
  });
  return { outbox, keeper };
}
