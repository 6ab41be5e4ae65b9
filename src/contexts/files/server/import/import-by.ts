/** What a context gets when a file changes its rows. */
export interface ImportBy {
  userId: number;
  jobId: number;
  /** Stores ids of new rows, and previous rows, for the undo. */
  remember: (table: string, change: { made?: readonly number[] | null; before?: unknown }) => Promise<void>;
}
