/** What an operator did with the installation. */
export interface SystemEvents {
  'system.restored': { backupAt: string };
  'system.backed-up': { what: 'database' | 'files' | 'rehearsal'; fault: string | null };
  /** A person with the key takes the audit chain as it stands. */
  'system.audit-accepted': { reason: string; fault: string | null };
}
