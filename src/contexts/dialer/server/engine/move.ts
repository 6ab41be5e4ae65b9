/** Changes of one transaction: provider commands to send after the commit. */
import type { Tx } from '#kernel/server/database/database.ts';
import type { LineReport } from '../trunks/health.ts';

/** A line to remove from a call that continues. */
export interface Parted {
  bridgeId: string;
  legId: string;
}
export interface Move {
  tx: Tx;
  now: Date;
  /** Calls and sessions with provider commands after the commit. */
  attempts: Set<number>;
  sessions: Set<number>;
  /** Lines to hang up after the commit; the watchdog finds missed ones as orphans. */
  lines: Set<string>;
  /** One that is forgotten here is found in a bridge it does not belong to. */
  parted: Parted[];
  /** Call results of trunks and caller IDs: counted after the commit, because all calls share those rows. */
  reports: LineReport[];
  /** An agent became free, or a caller is queued. */
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
