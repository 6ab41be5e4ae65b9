/** What loans repeat of their payments, told anew. */
export interface SummaryEvents {
  'performance.synced': { loans: number };
  /** A Sync of many loans goes on after its answer; null: of everybody, or of all lenders. */
  'summaries.sync-started': { users: number | null; clients: number | null };
  'summaries.synced': { loans: number; isFailed: boolean };
  'dashboard.synced': { users: number; loans: number };
}
