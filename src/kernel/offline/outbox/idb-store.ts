/**
 * Outbox storage in a separate database, safe from repair, eviction or upgrade of others. Upgrades only add; records
 * of older versions are never rewritten.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { Connection, type Hooks } from '../connection.ts';
import type { Kept, Meta, OutboxItem, EntryReceipt } from './item.ts';
import type { OutboxStore, Tx } from './ports.ts';

export const outboxDatabase = 'recoup-outbox';
const version = 3;
const last = Number.MAX_SAFE_INTEGER;

interface Schema extends DBSchema {
  items: {
    key: string;
    value: OutboxItem;
    indexes: { author: [number, number]; lane: [number, string, number] };
  };
  receipts: { key: string; value: EntryReceipt };
  meta: { key: string; value: Meta };
  /** Accepted entries, encrypted, for a database restore. */
  sent: { key: string; value: Kept };
  /** What is typed into open forms, encrypted. */
  drafts: { key: string; value: unknown };
  /** Keys by name; those of this device cannot be exported. */
  keys: { key: string; value: unknown };
}
type Db = IDBPDatabase<Schema>;
const stores = ['items', 'receipts', 'meta', 'sent', 'drafts'] as const;
type Mode = 'readonly' | 'readwrite';
type IdbTx<M extends Mode> = IDBPTransaction<Schema, typeof stores, M>;

function create(db: Db, from: number): void {
  if (from < 1) {
    const items = db.createObjectStore('items', { keyPath: 'id' });
    items.createIndex('author', ['actorId', 'seq']);
    items.createIndex('lane', ['actorId', 'lane', 'seq']);
    db.createObjectStore('receipts', { keyPath: 'id' });
    db.createObjectStore('meta');
  }
  if (from < 2) db.createObjectStore('keys');
  if (from < 3) {
    db.createObjectStore('sent', { keyPath: 'id' });
    db.createObjectStore('drafts');
  }
}

const bySeq = (a: OutboxItem, b: OutboxItem): number => a.seq - b.seq;

type Written =
  'put' | 'remove' | 'putReceipt' | 'removeReceipt' | 'keep' | 'dropKept' | 'putMeta' | 'dropFormDraft';

function reading(tx: IdbTx<Mode>): Omit<Tx, Written> {
  const items = tx.objectStore('items');
  return {
    item: (id) => items.get(id),
    of: (actorId) => items.index('author').getAll(IDBKeyRange.bound([actorId, 0], [actorId, last])),
    inLane: (actorId, lane) =>
      items.index('lane').getAll(IDBKeyRange.bound([actorId, lane, 0], [actorId, lane, last])),
    all: async () => (await items.getAll()).toSorted(bySeq),
    count: () => items.count(),
    receipts: () => tx.objectStore('receipts').getAll(),
    kept: () => tx.objectStore('sent').getAll(),
    meta: () => tx.objectStore('meta').get('meta'),
  };
}

/** Single writes are not awaited: a failed one aborts the transaction, which is awaited. */
function written(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

function writing(tx: IdbTx<'readwrite'>): Tx {
  const items = tx.objectStore('items');
  const receipts = tx.objectStore('receipts');
  return {
    ...reading(tx as unknown as IdbTx<Mode>),
    put: async (item) => written(items.put(item)),
    remove: async (id) => written(items.delete(id)),
    putReceipt: async (receipt) => written(receipts.put(receipt)),
    removeReceipt: async (id) => written(receipts.delete(id)),
    keep: async (kept) => written(tx.objectStore('sent').put(kept)),
    dropKept: async (id) => written(tx.objectStore('sent').delete(id)),
    putMeta: async (meta) => written(tx.objectStore('meta').put(meta, 'meta')),
    dropFormDraft: async (id) => written(tx.objectStore('drafts').delete(id)),
  };
}

/** A newer version has upgraded the database: upgrades only add, so this version still works. */
const isNewer = (error: unknown): boolean => error instanceof DOMException && error.name === 'VersionError';

async function openAny(name: string, hooks: Hooks): Promise<Db> {
  const how = { upgrade: create, ...hooks };
  try {
    return await openDB<Schema>(name, version, how);
  } catch (error) {
    if (!isNewer(error)) throw error;
    return openDB<Schema>(name, undefined, how);
  }
}

/** Keys of the outbox: the server's, and one device key per author. */
export interface Keys {
  get: (name: string) => Promise<unknown>;
  put: (name: string, value: unknown) => Promise<void>;
  /** Stores the value unless another exists; returns the stored one. */
  claim: (name: string, value: unknown) => Promise<unknown>;
  /**
   * Replaces the value by the result of `next`; undefined writes nothing. Durable when it resolves, atomic across
   * tabs.
   */
  change: (name: string, next: (before: unknown) => unknown) => Promise<void>;
  remove: (name: string) => Promise<void>;
  names: () => Promise<string[]>;
}

const valuesIn = (database: Connection<Schema>, values: 'keys' | 'drafts'): Keys => ({
  get: (name) => database.run((db) => db.get(values, name)),
  names: () => database.run((db) => db.getAllKeys(values)),
  put: async (name, value) => void (await database.run((db) => db.put(values, value, name))),
  claim: (name, value) =>
    database.run(async (db) => {
      const tx = db.transaction(values, 'readwrite', { durability: 'strict' });
      const there: unknown = await tx.store.get(name);
      if (there === undefined) await tx.store.put(value, name);
      await tx.done;
      return there ?? value;
    }),
  change: (name, next) =>
    database.run(async (db) => {
      const tx = db.transaction(values, 'readwrite', { durability: 'strict' });
      const value = next(await tx.store.get(name));
      if (value !== undefined) await tx.store.put(value, name);
      await tx.done;
    }),
  remove: (name) => database.run((db) => db.delete(values, name)),
});

export type DeviceStore = OutboxStore & { keys: Keys; drafts: Keys; close: () => Promise<void> };

/** Opens at first use, and again after another version required the database or the connection was lost. */
export function idbStore(name = outboxDatabase): DeviceStore {
  const database = new Connection<Schema>((hooks) => openAny(name, hooks));
  return {
    keys: valuesIn(database, 'keys'),
    drafts: valuesIn(database, 'drafts'),
    change: (work) =>
      database.run(async (db) => {
        // Strict durability: committed only when on the disk, to survive a crash of the phone.
        const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
        const [done, result] = await Promise.allSettled([tx.done, attempt(tx, () => work(writing(tx)))]);
        // The transaction's error is more precise than its requests' errors.
        if (result.status === 'rejected' && !isAbort(result.reason)) throw result.reason;
        if (done.status === 'rejected') throw done.reason;
        return (result as PromiseFulfilledResult<Awaited<ReturnType<typeof work>>>).value;
      }),
    read: (work) =>
      database.run(async (db) => {
        const tx = db.transaction(stores, 'readonly');
        return work(writing(tx as unknown as IdbTx<'readwrite'>));
      }),
    close: () => database.close(),
  };
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

function end(tx: IdbTx<'readwrite'>): void {
  try {
    tx.commit();
  } catch (error) {
    // Already finished: `done` has the result.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
  }
}

/** A change that throws leaves no trace. */
async function attempt<T>(tx: IdbTx<'readwrite'>, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    // All requests are issued: the transaction commits without further events to the page.
    end(tx);
    return result;
  } catch (error) {
    if (!isAbort(error) && tx.error === null) tx.abort();
    throw error;
  }
}
