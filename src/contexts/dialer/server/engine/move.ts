/** What one change touched: whom the provider must be asked about once it is committed. */
import type { Tx } from '#kernel/server/database/database.ts';
import type { LineReport } from '../trunks/health.ts';

/** A line that is no part of a call any more, though the call goes on. */
export interface Parted {
  bridgeId: string;
  legId: string;
}
export interface Move {
  tx: Tx;
  now: Date;
  /** Whom the provider must be asked about once this is committed. */
  attempts: Set<number>;
  sessions: Set<number>;
  /** Lines to hang up after the commit; one that is missed here is found by the watchdog as an orphan. */
  lines: Set<string>;
  /** One that is forgotten here is found in a bridge it does not belong to. */
  parted: Parted[];
  /** Call results of trunks and caller IDs: counted after the commit, because all calls share those rows. */
  reports: LineReport[];
  /** An agent became free, or somebody waits for one. */
  isFreed: boolean;
}
export const newMove = (tx: Tx, now: Date): Move => ({
  tx,
  now,
  attempts: new Set(),
  sessions: new Set(),
  lines: new Set(),
  parted: [],
  reports: [],
  isFreed: false,
});
