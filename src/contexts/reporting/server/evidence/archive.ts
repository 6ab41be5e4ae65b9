/** What evidence asks of months that left the database for files; the app reads them. */
import type { Tx } from '#kernel/server/database/database.ts';

/** Rows with one of these values in each of these columns, as PostgreSQL writes them; of each table. */
export type KeptRows = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export interface AskedMonths {
  kept: KeptRows;
  /** ISO 8601: months that end before it hold nothing that is asked for. */
  since: string;
  /** More rows than this are refused with TOO_LARGE. */
  most: number;
}
/** A month that lies in a file, as the audit log notes it. */
export interface ArchivedMonth {
  name: string;
  rows: number;
  /** Of the text of its rows, hex. */
  sha256: string;
  /** The event that notes it. */
  notedBy: number;
  /** Its rows are not read: the file is not there, or it is not the one that a sealed event notes. */
  fault?: 'gone' | 'changed';
}
export interface Archive {
  /** Names of the months that would be read. */
  away(tx: Tx, asked: Pick<AskedMonths, 'kept' | 'since'>): Promise<string[]>;
  /**
   * Reads each file once, a piece at a time, keeps the rows that are asked for, and calls `work` with a transaction that
   * reads the tables as if these rows had never left. Called again where a month leaves or comes back meanwhile.
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
