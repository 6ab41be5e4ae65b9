/**
 * Consequences of an act on loans in higher contexts. The app lists them once, in order (`app/server/consequences.ts`); each is
 * one statement for all rows of the act, in its transaction.
 */
import type { Tx } from '#kernel/server/database/database.ts';

type Consequence<T> = (tx: Tx, of: T) => Promise<unknown>;

export interface Consequences<T> {
  /** Sets the list; repeated for each agency of a node. */
  list(...all: readonly Consequence<T>[]): void;
  /** Fails if the app listed none: an act without its consequences would lose them silently. */
  run(tx: Tx, of: T): Promise<void>;
}

export function consequencesOf<T>(act: string): Consequences<T> {
  let listed: readonly Consequence<T>[] = [];
  return {
    list(...all) {
      listed = all;
    },
    async run(tx, of) {
      if (listed.length === 0) throw new Error(`no consequences of ${act} are listed`);
      for (const follow of listed) await follow(tx, of);
    },
  };
}
