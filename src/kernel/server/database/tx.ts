/** What may be asked of a connection. */
import type { Fragment } from './sql.ts';

/** Runs statements; inside a transaction all on one connection. */
export interface Tx {
  /** The same for all connections of one database: what is kept in memory of it goes by this (`kept.ts`). */
  readonly home: object;
  rows<R extends object>(query: Fragment): Promise<R[]>;
  /** Rows of a statement whose best plan depends on its values: planned each time (custom plan). */
  planned<R extends object>(query: Fragment): Promise<R[]>;
  /** The first row, or undefined. */
  one<R extends object>(query: Fragment): Promise<R | undefined>;
  /** Number of rows changed. */
  run(query: Fragment): Promise<number>;
}

/** A connection that is given back. */
export interface Lent {
  tx: Tx;
  release(broken?: boolean): void;
}
