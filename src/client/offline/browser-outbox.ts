/** The outbox on a browser's own disk, locks and network; the same in a page and in the service worker. */
import { fetchNet } from './fetch-net.ts';
import { idbStore } from './idb-store.ts';
import type { Meta } from './item.ts';
import { type Outbox, createOutbox } from './outbox-core.ts';
import type { Locks, News, OutboxStore } from './ports.ts';

/** Lock, channel and background sync go by the same name. */
export const outboxName = 'recoup-outbox';
const lanesAtOnce = 3;

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
      // Robbed after a long sleep; the run sees by its lease that it is over.
      if (!isOurs || !(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return isOurs;
  },
};

interface Thrifty {
  connection?: { saveData?: boolean; effectiveType?: string };
}
function breadth(): number {
  const { connection } = navigator as Thrifty;
  return connection?.saveData || connection?.effectiveType?.includes('2g') ? 1 : lanesAtOnce;
}

interface Options {
  actorOf: (meta: Meta | undefined) => number | undefined;
  tell: (news: News) => void;
}

export function browserOutbox(options: Options): { outbox: Outbox; store: OutboxStore } {
  const store = idbStore();
  const outbox = createOutbox({
    ...options,
    store,
    breadth,
    net: fetchNet,
    locks: webLocks,
    now: () => Date.now(),
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
  });
  return { outbox, store };
}
