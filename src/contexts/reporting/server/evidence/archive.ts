/** Port for evidence from archived months; implemented by the app. */
import type { Tx } from '#kernel/server/database/database.ts';

/** Rows with one of these values in each of these columns, as PostgreSQL writes them; of each table. */
export type KeptRows = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export interface AskedMonths {
  kept: KeptRows;
  /** ISO 8601: months before it are irrelevant. */
  since: string;
  /** More rows fail with TOO_LARGE. */
  most: number;
}
/** An archived month, as noted in the audit log. */
export interface ArchivedMonth {
  name: string;
  rows: number;
  /** Of the text of its rows, hex. */
  sha256: string;
  /** The event that notes it. */
  notedBy: number;
  /** Its rows are skipped: the file is missing, or differs from the one in a chained event. */
  fault?: 'gone' | 'changed';
}
export interface Archive {
  /** Names of the months that would be read. */
  away(tx: Tx, asked: Pick<AskedMonths, 'kept' | 'since'>): Promise<string[]>;
  /**
   * Reads each file once, in chunks, stages the requested rows, and calls `work` with a transaction that reads the
   * tables as if these rows had never been archived. Repeated where a month is archived or restored meanwhile.
   */
  read<T>(
    asked: AskedMonths,
    work: (tx: Tx, months: readonly ArchivedMonth[]) => Promise<T>,
    o: { signal: AbortSignal; told(percent: number): Promise<void> },
  ): Promise<T>;
}

declare module '#kernel/server/module.ts' {
  interface Host {
    archive: Archive;
  }
}
