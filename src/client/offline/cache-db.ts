/**
 * What was read lately, one database per user. Disposable: an upgrade, a repair, the end of the session or a full disk
 * may delete it at any time. Unsent work is in another database.
 */
import { type DBSchema, type IDBPDatabase, deleteDB, openDB } from 'idb';
import type { KeptLoan } from './loan-shelf.ts';

/** Raise when the shape of what is kept changes: older caches are thrown away. */
const version = 1;
const prefix = 'recoup-cache-';
/** Offline.md A.8: 5 MB typical. Loans are counted apart. */
const mostBytes = 5_000_000;
const mostLoans = 500;

export interface KeptReply {
  key: string;
  at: number;
  /** When it was last wanted, and how large it is: what was not wanted for longest goes first. */
  use: [usedAt: number, bytes: number];
  reply: unknown;
}
export interface LoanEntry {
  id: number;
  at: number;
  loan: KeptLoan;
}
interface Schema extends DBSchema {
  replies: { key: string; value: KeptReply; indexes: { use: [number, number] } };
  loans: { key: number; value: LoanEntry; indexes: { at: number } };
}
type Db = IDBPDatabase<Schema>;

function recreate(db: Db): void {
  for (const name of db.objectStoreNames) db.deleteObjectStore(name);
  db.createObjectStore('replies', { keyPath: 'key' }).createIndex('use', 'use');
  db.createObjectStore('loans', { keyPath: 'id' }).createIndex('at', 'at');
}

async function openOrReplace(name: string, forget: () => void): Promise<Db> {
  const open = (): Promise<Db> =>
    openDB<Schema>(name, version, {
      upgrade: recreate,
      blocking: (_old, _new, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
  try {
    return await open();
  } catch {
    // Damaged, or from a newer version: it holds nothing that cannot be read again.
    await deleteDB(name);
    return open();
  }
}

export class CacheDb {
  private opening: Promise<Db> | undefined;
  private readonly name: string;
  constructor(userId: number) {
    this.name = prefix + userId;
  }

  private open(): Promise<Db> {
    const forget = (): void => void (this.opening = undefined);
    return (this.opening ??= openOrReplace(this.name, forget).catch((error: unknown) => {
      forget();
      throw error;
    }));
  }

  async reply(key: string, now: number): Promise<KeptReply | undefined> {
    const db = await this.open();
    const kept = await db.get('replies', key);
    if (kept) await db.put('replies', { ...kept, use: [now, kept.use[1]] });
    return kept;
  }

  async putReply(key: string, reply: unknown, now: number): Promise<void> {
    const db = await this.open();
    const bytes = JSON.stringify(reply).length;
    if (bytes > mostBytes / 2) return;
    await db.put('replies', { key, at: now, use: [now, bytes], reply });
    await trim(db);
  }

  /** A list knows less of a loan than its profile: what the profile told is kept beside it. */
  async putLoans(loans: readonly KeptLoan[], now: number): Promise<void> {
    const tx = (await this.open()).transaction('loans', 'readwrite');
    for (const loan of loans) {
      const before = await tx.store.get(loan.id);
      await tx.store.put({ id: loan.id, at: now, loan: { ...before?.loan, ...loan } });
    }
    let surplus = (await tx.store.count()) - mostLoans;
    for (let at = await tx.store.index('at').openCursor(); at && surplus > 0; at = await at.continue()) {
      await at.delete();
      surplus--;
    }
    await tx.done;
  }

  async loan(id: number): Promise<LoanEntry | undefined> {
    return (await this.open()).get('loans', id);
  }
  async loans(): Promise<LoanEntry[]> {
    return (await this.open()).getAll('loans');
  }
  /** Forgets the loans that are no longer this person's: those a complete list did not show. */
  async keepLoansSince(at: number): Promise<void> {
    const tx = (await this.open()).transaction('loans', 'readwrite');
    for (
      let old = await tx.store.index('at').openCursor(IDBKeyRange.upperBound(at, true));
      old;
      old = await old.continue()
    )
      await old.delete();
    await tx.done;
  }

  async delete(): Promise<void> {
    const db = await this.opening;
    this.opening = undefined;
    db?.close();
    await deleteDB(this.name);
  }
}

async function trim(db: Db): Promise<void> {
  const tx = db.transaction('replies', 'readwrite');
  let left = 0;
  // Newest first, by keys alone: the replies themselves need not be read.
  for (let at = await tx.store.index('use').openKeyCursor(null, 'prev'); at; at = await at.continue()) {
    left += at.key[1];
    if (left > mostBytes) await tx.store.delete(at.primaryKey);
  }
  await tx.done;
}

/** Deletes every cache on this device, whoever it belongs to. */
export async function deleteCaches(): Promise<void> {
  const all = (await indexedDB.databases?.()) ?? [];
  const names = all.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []));
  await Promise.all(names.map((name) => deleteDB(name)));
}
