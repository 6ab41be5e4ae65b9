/** What a context gets when a file changes its rows. */
export interface ImportBy {
  userId: number;
  jobId: number;
  /** Keeps the ids of rows that were made, and rows as they were before, so that the file can be undone. */
  remember: (table: string, change: { made?: readonly number[] | null; before?: unknown }) => Promise<void>;
}
