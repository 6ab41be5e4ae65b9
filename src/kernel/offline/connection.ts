/**
 * A connection to a database of this device, opened at first use and again when it is lost: after a while in the background
 * a browser may close it without telling, and each further use of the same object would fail until the page is loaded again.
 */
import type { DBSchema, IDBPDatabase } from 'idb';

/** A connection that is closed, or that the browser lost on its side. */
const lostNames: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError']);
const isLost = (error: unknown): boolean => error instanceof Error && lostNames.has(error.name);

export interface Hooks {
  /** A newer version is blocked by this connection: close it and reopen when needed. */
  blocking: (old: number, next: number | null, event: IDBVersionChangeEvent) => void;
  terminated: () => void;
}

export class Connection<S extends DBSchema> {
  private opening: Promise<IDBPDatabase<S>> | undefined;
  private readonly openNow: (hooks: Hooks) => Promise<IDBPDatabase<S>>;

  constructor(openNow: (hooks: Hooks) => Promise<IDBPDatabase<S>>) {
    this.openNow = openNow;
  }

  private open(): Promise<IDBPDatabase<S>> {
    if (this.opening) return this.opening;
    const forget = (): void => {
      if (this.opening === opening) this.opening = undefined;
    };
    const opening: Promise<IDBPDatabase<S>> = this.openNow({
      blocking: (_old, _next, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    this.opening = opening;
    return opening;
  }

  /** Runs the work, once more on a new connection where this one is lost. A transaction that fails changed nothing. */
  async run<T>(work: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    const opening = this.open();
    try {
      return await work(await opening);
    } catch (error) {
      if (!isLost(error)) throw error;
      if (this.opening === opening) this.opening = undefined;
      void opening.then(
        (db) => db.close(),
        () => undefined,
      );
      return work(await this.open());
    }
  }

  async close(): Promise<void> {
    const db = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    db?.close();
  }
}
