/** The envelopes of this device, apart from what they open: a cache may be thrown away and filled again. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { Connection } from '../connection.ts';
import { keyDatabaseName } from '../outbox/name.ts';
import type { Sealed } from './vault-crypto.ts';

export const keyDatabase = keyDatabaseName;

export interface KeyRecord {
  userId: number;
  /** Names this device to the server that keeps the key too. */
  deviceId: string;
  salt: Uint8Array<ArrayBuffer>;
  deviceKey: CryptoKey;
  envelope: Sealed;
  /** What is read while locked is sealed to this; the other half is under the key of the loans. */
  boxKey: CryptoKey;
  boxHalf: Sealed;
  wrong: number;
  wrongAt: number;
  /** When the server was last heard, for how long that holds, and the latest this clock has shown. */
  contactAt: number;
  lease: number;
  seenAt: number;
}
interface Schema extends DBSchema {
  keys: { key: number; value: KeyRecord };
}

/** Opened for each use: reads are rare, and an open connection would block its deletion. */
async function within<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = new Connection<Schema>((hooks) =>
    openDB<Schema>(keyDatabase, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('keys', { keyPath: 'userId' }),
      ...hooks,
    }),
  );
  try {
    return await database.run(work);
  } finally {
    await database.close();
  }
}

export const readKeys = (userId: number): Promise<KeyRecord | undefined> =>
  within((db) => db.get('keys', userId));

/** Changes what is there; nothing happens when it was deleted meanwhile. */
export const changeKeys = (userId: number, change: Partial<KeyRecord>): Promise<KeyRecord | undefined> =>
  within(async (db) => {
    // Strict: a wrong PIN counts although the phone is switched off right after it.
    const tx = db.transaction('keys', 'readwrite', { durability: 'strict' });
    const before = await tx.store.get(userId);
    const after = before && { ...before, ...change };
    if (after) await tx.store.put(after);
    await tx.done;
    return after;
  });

export const writeKeys = (record: KeyRecord): Promise<unknown> => within((db) => db.put('keys', record));

/** Deletes the envelopes of everybody but one, or of everybody. */
export const deleteKeys = (exceptId?: number): Promise<unknown> =>
  within(async (db) => {
    const tx = db.transaction('keys', 'readwrite');
    for (const userId of await tx.store.getAllKeys()) if (userId !== exceptId) await tx.store.delete(userId);
    await tx.done;
  });
