/** What an operator did with the installation. */
export interface SystemEvents {
  'system.restored': { backupAt: string };
  /** A month that left the database for this file: so many rows, and the hash of their text. */
  'system.month-archived': {
    table: string;
    name: string;
    bound: string;
    columns: string[];
    file: string;
    rows: number;
    sha256: string;
  };
  'system.month-returned': { name: string; rows: number };
  'system.backed-up': { what: 'database' | 'files' | 'rehearsal'; fault: string | null };
  /** A person with the key takes the audit chain as it stands. */
  'system.audit-accepted': { reason: string; fault: string | null };
}
