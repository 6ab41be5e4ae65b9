/** Key envelopes of this device, separate from the encrypted cache, which may be dropped and refilled. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { Connection } from '../connection.ts';
import { keyDatabaseName } from '../outbox/name.ts';
import type { Sealed } from './vault-crypto.ts';

export const keyDatabase = keyDatabaseName;

export interface KeyRecord {
  userId: number;
  /** Identifies this device to the server that stores the key too. */
  deviceId: string;
  salt: Uint8Array<ArrayBuffer>;
  deviceKey: CryptoKey;
  envelope: Sealed;
  /** Public key for data received while locked; the private key is under the data key. */
  boxKey: CryptoKey;
  boxHalf: Sealed;
  wrong: number;
  wrongAt: number;
  /** Last contact with the server, its lease, and the latest time of this clock. */
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
    // Strict durability: a wrong PIN is recorded even if the phone is switched off immediately.
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
