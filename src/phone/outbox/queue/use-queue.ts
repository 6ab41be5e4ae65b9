/** The outbox for components: read again whenever any tab or the worker changes it. */
import { useMemo, useSyncExternalStore } from 'react';
import { useAbsence } from '#kernel/client/calls/online.ts';
import { currentUser } from '#kernel/client/session/session.tsx';
import { type OutboxItem, type EntryReceipt, thingsIn } from '#kernel/offline/outbox/item.ts';
import { kick, machine, onNews, signedInUser, store } from '../page.ts';
import {
  type Entry,
  type QueueView,
  emptyView,
  isKnown,
  pendingOf,
  pillText,
  refusedOf,
  viewOf,
} from './queue-view.ts';

/** Batches rapid changes, as when 500 entries are sent. */
const gather = 100;
const longestGather = 500;
/** The more there is to read, the less often. */
const gatherPerItem = 2;
let view: QueueView = emptyView;
let isReading = false;
let isStale = false;
const viewers = new Set<() => void>();

/** Entries with the labels readable on this device. */
async function shown(items: readonly OutboxItem[], userId: number): Promise<Entry[]> {
  const mine = items.filter(({ actorId }) => actorId === userId);
  if (mine.length === 0) return [];
  const { read: contentOf } = await machine();
  return Promise.all(mine.map(async (item) => ({ ...item, ...(await contentOf(item)) })));
}

/** More than a screen shows: each is opened with a key. */
const mostRead = 100;
/** A receipt is shown with its entry's label. */
async function told(receipts: readonly EntryReceipt[]): Promise<EntryReceipt[]> {
  const latest = receipts.toSorted((a, b) => b.at - a.at);
  const readable = new Set(latest.filter(({ preview }) => preview).slice(0, mostRead));
  if (readable.size === 0) return latest;
  const { read: contentOf } = await machine();
  return Promise.all(
    latest.map(async (one) => (readable.has(one) ? { ...one, says: (await contentOf(one))?.says } : one)),
  );
}

async function read(): Promise<void> {
  const userId = signedInUser();
  if (userId === undefined) view = emptyView;
  else {
    const disk = await store.read(async (tx) => {
      const [items, meta, receipts] = await Promise.all([tx.all(), tx.meta(), tx.receipts()]);
      return { items, meta, receipts };
    });
    const items = await shown(disk.items, userId);
    const others = thingsIn(disk.items.filter(({ actorId }) => actorId !== userId));
    const receipts = await told(disk.receipts.filter(({ actorId }) => actorId === userId));
    view = viewOf(view, { ...disk, items, others, receipts, userId, at: Date.now() });
  }
  for (const viewer of viewers) viewer();
}

function refresh(): void {
  isStale = true;
  if (isReading) return;
  isReading = true;
  // With many entries, reading is delayed so that notices come first.
  setTimeout(reread, Math.min(longestGather, view.items.length));
}

function reread(): void {
  isStale = false;
  void read()
    // Without a database the list is empty; saving reports the error where relevant.
    .catch((error: unknown) => {
      reportError(error);
      if (!isKnown(view)) view = { ...view, at: Date.now() };
      for (const viewer of viewers) viewer();
    })
    .then(() => setTimeout(reopen, gather + gatherPerItem * view.items.length));
}

function reopen(): void {
  isReading = false;
  if (isStale) refresh();
}

let stop: (() => void) | undefined;
function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  if (viewers.size === 1) {
    stop = onNews(refresh);
    refresh();
  }
  return () => {
    viewers.delete(viewer);
    if (viewers.size === 0) stop?.();
  };
}

/** All queued entries of the signed-in user on this device. */
const viewNow = (): QueueView => view;
export const useQueue = (): QueueView => useSyncExternalStore(subscribe, viewNow, viewNow);

/** Header pill: its text, and whether a user action is needed. */
export function useQueuePill(): { text: string; online: boolean; refused: number } {
  const queue = useQueue();
  const absence = useAbsence();
  return {
    text: pillText(queue, absence),
    online: absence === undefined,
    refused: refusedOf(queue).length + (queue.lost?.count ?? 0),
  };
}

/** Unconfirmed entries of one ordering key or of all: chips in lists and on profiles. */
export function useWaiting(lane?: string): Entry[] {
  const queue = useQueue();
  return useMemo(
    () => pendingOf(queue).filter((item) => lane === undefined || item.lane === lane),
    [queue, lane],
  );
}

/** Number of the signed-in user's entries, read from the disk. */
export async function unsentNow(): Promise<number> {
  const user = currentUser();
  try {
    return user ? thingsIn(await store.read((tx) => tx.of(user.id))) : 0;
  } catch {
    // Without a database the queue is empty.
    return 0;
  }
}

/** Sends now, ignoring back-off. */
export const sendNow = (): void => kick('person');
