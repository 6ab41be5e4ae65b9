/** All that sends, seals and checks, loaded when a page first has something to send. */
import { sync } from '#contexts/sync/contract/sync.ts';
import { call } from '#kernel/client/calls/api.ts';
import { compareReceipts, meetDatabase, stuckFor, tellDiscards, tellStuck } from '../cache/aftermath.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { browserOutbox } from './browser-outbox.ts';
import { wireOf } from './sending/fetch-net.ts';
import { dropToken, handIn, keepToken } from './sending/hand-in.ts';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';
import type { Copied, Keeper } from '#kernel/offline/vault/keeper.ts';
import type { Content, Meta, OutboxItem } from '#kernel/offline/outbox/item.ts';
import type { Outbox } from '#kernel/offline/outbox/outbox-core.ts';
import type { News } from '#kernel/offline/outbox/ports.ts';
import type { SafeOf } from '#kernel/offline/vault/safe.ts';

const day = 24 * 3_600_000;
/** Minimum interval between two notices about a stuck entry. */
const tellAgain = 3_600_000;

export interface Machine {
  outbox: Outbox;
  /** Content of an entry for its author, unless locked. */
  read: (item: Copied) => Promise<Content | undefined>;
  /** Queries the database epoch while it could have lost this user's entries. */
  meet: (actorId: number) => Promise<void>;
  /** Puts what is written under another PIN. */
  changeLock: (actorId: number, change: () => Promise<void>) => Promise<void>;
  /** The lock fell: nothing that was read is remembered. */
  close: () => void;
  /** Refreshes the server's key, and encrypts entries recorded before it was received. */
  prepare: (actorId: number) => Promise<void>;
  /** After a drain, while the server is there. */
  check: (actorId: number, reachableSince: number) => Promise<void>;
  /** Sends a rejected entry to review; returns false when it is no longer rejected. */
  handOver: (item: OutboxItem, note: string) => Promise<boolean>;
  forget: (isMeant: (actorId: number) => boolean) => Promise<void>;
  locks: Pick<Keeper, 'lockValue' | 'openValue'>;
  /** Encrypts entries recorded before a PIN or a server key existed. */
  seal: (actorId: number) => Promise<void>;
  /** Uploads entries of closed accounts; periodically, unless urgent. */
  handIn: (signedIn: number | undefined, isUrgent?: boolean) => Promise<void>;
  /** The user has no entries here: the device drops their token. */
  leftNothing: (actorId: number) => Promise<void>;
}

interface Options {
  store: DeviceStore;
  safeOf: SafeOf;
  actorOf: (meta: Meta | undefined) => number | undefined;
  tell: (news: News) => void;
}

export function startMachine(options: Options): Machine {
  const { store, tell } = options;
  const { outbox, keeper } = browserOutbox(options);
  let toldAt = -Infinity;
  let handedInAt = -Infinity;
  let hasAskedToKeep = false;

  async function prepare(actorId: number): Promise<void> {
    const known = await keeper.serverKey();
    const isYoung = known && Date.now() - known.heardAt < day && Date.parse(known.validUntil) > Date.now();
    if (!isYoung) await keeper.hear({ ...(await call(sync.key, {})), heardAt: Date.now() });
    await keeper.sealRest(actorId);
    const meta = await store.read((tx) => tx.meta());
    if (meta) await keepToken(store.keys, actorId, () => call(sync.deviceToken, { deviceId: meta.deviceId }));
  }

  async function written(items: readonly OutboxItem[]): Promise<void> {
    for (const item of items) await keeper.stay(item);
    // Requests persistent storage for unsent entries; only when there are any.
    if (!hasAskedToKeep) void navigator.storage?.persist?.().catch(reportError);
    hasAskedToKeep = true;
  }

  async function handInNow(signedIn: number | undefined, isUrgent = false): Promise<void> {
    if (!isUrgent && Date.now() - handedInAt < tellAgain) return;
    handedInAt = Date.now();
    const ask: Parameters<typeof handIn>[0]['ask'] = (input) =>
      call(sync.handIn, input).catch((error: unknown) => {
        if (error instanceof ApiFailure && error.status === 403) return 'refused';
        throw error;
      });
    if ((await handIn({ store, keeper, ask }, signedIn)) > 0) tell({ kind: 'changed' });
  }

  /** A stored but unconfirmed entry is withdrawn: it is either saved, or reported as unsaved, never both. */
  const enqueueAll: Outbox['enqueueAll'] = async (drafts) => {
    const items = await outbox.enqueueAll(drafts);
    try {
      await written(items);
    } catch (error) {
      const undone = await Promise.all(items.map(({ id }) => outbox.cancel(id).catch(() => false)));
      if (undone.every(Boolean)) throw error;
      reportError(error);
    }
    return items;
  };

  return {
    prepare,
    handIn: handInNow,
    leftNothing: (actorId) => dropToken(store.keys, actorId),
    read: keeper.show,
    changeLock: keeper.changeLock,
    close: keeper.close,
    meet: (actorId) => meetDatabase(store, actorId, outbox.heard),
    forget: keeper.forget,
    locks: keeper,
    seal: keeper.sealRest,
    outbox: {
      ...outbox,
      async enqueue(draft) {
        const [item] = await enqueueAll([draft]);
        return item as OutboxItem;
      },
      enqueueAll,
    },
    async check(actorId, reachableSince) {
      const items = await store.read((tx) => tx.of(actorId));
      const pending = items.filter(({ state }) => state !== 'attention');
      await tellDiscards(store, actorId);
      if (pending.length === 0) await compareReceipts(store, actorId, outbox.heard);
      const stuck = stuckFor(items, Date.now(), reachableSince);
      if (stuck === undefined || Date.now() - toldAt < tellAgain) return;
      toldAt = Date.now();
      await tellStuck(store, pending, stuck);
    },
    async handOver(item, note) {
      const wire = await wireOf(item, keeper);
      if (!wire) return false;
      const { deviceId, lastErr } = item;
      const code = lastErr?.code ?? 'BROKEN';
      await call(sync.review, { deviceId, item: wire, code, ...(note.trim() && { note: note.trim() }) });
      return outbox.handedOver(item.id);
    },
  };
}
