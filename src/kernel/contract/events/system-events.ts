/** What an operator did with the installation. */
export interface SystemEvents {
  /** A user restored a trunk or caller ID to service. */
  'lines.restored': { kind: string; line: string };
  'system.restored': { backupAt: string };
  'system.backed-up': { what: 'database' | 'files' | 'rehearsal'; fault: string | null };
  /** A user with the key accepts the current audit chain. */
  /** The database wrote postings: their ids and the hash of their content, once per statement. */
  'ledger.posted': { ids: string; count: number; sha256: string };
  /** All values in the database are encrypted under this key now. */
  'system.secrets-rotated': { key: number; values: number };
  'system.audit-accepted': { reason: string; fault: string | null };
}
