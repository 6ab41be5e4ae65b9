/**
 * Cache of recent reads, one database per user. Disposable: an upgrade, a repair, a sign-out or a full disk may delete
 * it at any time. Unsent work is in another database. Borrower data is encrypted before it is stored here.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, deleteDB, openDB } from 'idb';
import { Connection, type Hooks } from '#kernel/offline/connection.ts';
import { type LoanUse, surplus, surplusReplies } from '#kernel/offline/outbox/rules/budget.ts';
import type { Sealed } from '#kernel/offline/vault/vault-crypto.ts';

/** Increase when the shape of the cache changes: older caches are dropped. */
const version = 3;
const prefix = 'recoup-cache-';

export interface KeptReply {
  key: string;
  at: number;
  /** Last use and size: the least recently used is evicted first. */
  use: [usedAt: number, bytes: number];
  /** Options are plain; borrower data is encrypted. */
  reply?: unknown;
  sealed?: Sealed;
}
/** List rows of all loans in one ciphertext, with their state version. */
interface Summary {
  of: unknown;
  sealed: Sealed;
}
/** The numbers of rows are all that shows. */
export interface LoanEntry extends LoanUse {
  at: number;
  borrowerId: number;
  row: Sealed;
  /** The profile, if it was opened. */
  detail?: Sealed;
  detailAt?: number;
}
interface Schema extends DBSchema {
  replies: { key: string; value: KeptReply; indexes: { use: [number, number] } };
  loans: { key: number; value: LoanEntry; indexes: { at: number; borrowerId: number } };
  meta: { key: string; value: unknown };
}
type Db = IDBPDatabase<Schema>;
type ChangingLoans = IDBPObjectStore<Schema, ('loans' | 'meta')[], 'loans', 'readwrite'>;
const stateName = 'state of loans';
const summaryName = 'summary of loans';

function recreate(db: Db): void {
  for (const name of db.objectStoreNames) db.deleteObjectStore(name);
  db.createObjectStore('replies', { keyPath: 'key' }).createIndex('use', 'use');
  const loans = db.createObjectStore('loans', { keyPath: 'id' });
  loans.createIndex('at', 'at');
  loans.createIndex('borrowerId', 'borrowerId');
  db.createObjectStore('meta');
}

async function openOrReplace(name: string, hooks: Hooks): Promise<Db> {
  const open = (): Promise<Db> => openDB<Schema>(name, version, { upgrade: recreate, ...hooks });
  try {
    return await open();
  } catch {
    // Damaged, or from a newer version: everything in it can be reloaded.
    await deleteDB(name);
    return open();
  }
}

export class CacheDb {
  private readonly name: string;
  private readonly database: Connection<Schema>;
  constructor(userId: number) {
    this.name = prefix + userId;
    this.database = new Connection((hooks) => openOrReplace(this.name, hooks));
  }

  reply(key: string, now: number): Promise<KeptReply | undefined> {
    return this.database.run(async (db) => {
      const kept = await db.get('replies', key);
      if (kept) await db.put('replies', { ...kept, use: [now, kept.use[1]] });
      return kept;
    });
  }

  putReply(kept: Omit<KeptReply, 'use'>, bytes: number): Promise<void> {
    return this.database.run(async (db) => {
      await db.put('replies', { ...kept, use: [kept.at, bytes] });
      const tx = db.transaction('replies', 'readwrite');
      const uses: { key: string; bytes: number }[] = [];
      // Newest first, by keys alone: the replies themselves need not be read.
      for (let at = await tx.store.index('use').openKeyCursor(null, 'prev'); at; at = await at.continue())
        uses.push({ key: at.primaryKey, bytes: at.key[1] });
      for (const old of surplusReplies(uses)) await tx.store.delete(old);
      await tx.done;
    });
  }
  deleteReply(key: string): Promise<void> {
    return this.database.run((db) => db.delete('replies', key));
  }

  /** Changes loans; each change creates a new state version and drops the summary. */
  private change(work: (loans: ChangingLoans) => Promise<unknown>): Promise<void> {
    return this.database.run(async (db) => {
      const tx = db.transaction(['loans', 'meta'], 'readwrite');
      await work(tx.objectStore('loans'));
      const meta = tx.objectStore('meta');
      await meta.put(crypto.randomUUID(), stateName);
      await meta.delete(summaryName);
      await tx.done;
    });
  }
  /** Stores rows of the server; cached profiles stay. */
  putLoans(rows: readonly LoanEntry[]): Promise<void> {
    return this.change(async (loans) => {
      for (const row of rows) {
        const { detail, detailAt, use } = (await loans.get(row.id)) ?? row;
        await loans.put({ ...row, detail, detailAt, use });
      }
    });
  }
  async putDetail(id: number, detail: Sealed, now: number): Promise<'kept' | 'missing'> {
    let before: LoanEntry | undefined;
    await this.change(async (loans) => {
      before = await loans.get(id);
      if (before) await loans.put({ ...before, detail, detailAt: now, use: now });
    });
    return before ? 'kept' : 'missing';
  }
  /** List rows of all loans in one ciphertext, if unchanged since; and the current state version. */
  async summary(): Promise<{ state: unknown; sealed?: Sealed }> {
    const [state, kept] = await this.database.run((db) => {
      const meta = db.transaction('meta').store;
      return Promise.all([meta.get(stateName), meta.get(summaryName) as Promise<Summary | undefined>]);
    });
    return { state, sealed: kept && kept.of === state ? kept.sealed : undefined };
  }
  putSummary(of: unknown, sealed: Sealed): Promise<void> {
    return this.putMeta(summaryName, { of, sealed } satisfies Summary);
  }

  loan(id: number): Promise<LoanEntry | undefined> {
    return this.database.run((db) => db.get('loans', id));
  }
  loans(): Promise<LoanEntry[]> {
    return this.database.run((db) => db.getAll('loans'));
  }
  loansOf(borrowerId: number): Promise<LoanEntry[]> {
    return this.database.run((db) => db.getAllFromIndex('loans', 'borrowerId', borrowerId));
  }
  async deleteLoans(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.change(async (loans) => {
      for (const id of ids) await loans.delete(id);
    });
  }
  /** Forgets the loans that are no longer this person's: those a complete list did not show. */
  async keepLoansSince(at: number): Promise<void> {
    const older = IDBKeyRange.upperBound(at, true);
    await this.deleteLoans(await this.database.run((db) => db.getAllKeysFromIndex('loans', 'at', older)));
  }
  /** Trims to the budget, except loans with unsent entries. */
  async trimLoans(waiting: ReadonlySet<number>, now: number): Promise<void> {
    await this.deleteLoans(surplus(await this.loans(), waiting, now));
  }

  async meta<T>(name: string): Promise<T | undefined> {
    return (await this.database.run((db) => db.get('meta', name))) as T | undefined;
  }
  async putMeta(name: string, value: unknown): Promise<void> {
    await this.database.run((db) => db.put('meta', value, name));
  }

  async delete(): Promise<void> {
    await this.database.close();
    await deleteDB(this.name);
  }
}

/** Deletes every cache on this device but one; returns whether they are deleted. */
export async function deleteCaches(exceptId?: number): Promise<boolean> {
  const found = async (): Promise<string[]> => {
    const all = (await indexedDB.databases?.()) ?? [];
    return all.flatMap(({ name }) =>
      name?.startsWith(prefix) && name !== `${prefix}${exceptId}` ? [name] : [],
    );
  };
  await Promise.all((await found()).map((name) => deleteDB(name)));
  return (await found()).length === 0;
}
