/** Events of loan payment summaries being recomputed. */
export interface SummaryEvents {
  'performance.synced': { loans: number };
  /** A Sync of many loans continues after its response; null: all users, or all lenders. */
  'summaries.sync-started': { users: number | null; clients: number | null };
  'summaries.synced': { loans: number; isFailed: boolean };
  'dashboard.synced': { users: number; loans: number };
}
