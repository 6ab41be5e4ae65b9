/** A month in a file: so many rows, and the hash of their text. */
interface MonthFile {
  table: string;
  name: string;
  bound: string;
  columns: string[];
  file: string;
  rows: number;
  sha256: string;
}
/** What an operator did with the installation. */
export interface SystemEvents {
  /** A user put a trunk or caller ID back in service. */
  'lines.restored': { kind: string; line: string };
  'system.restored': { backupAt: string };
  /** It lies in this file as well. */
  'system.month-written': MonthFile;
  /** It left the database, and lies in this file alone. */
  'system.month-archived': MonthFile;
  'system.month-returned': { name: string; rows: number };
  'system.backed-up': { what: 'database' | 'files' | 'rehearsal'; fault: string | null };
  /** A person with the key takes the audit chain as it stands. */
  /** The database wrote postings: their ids and the hash of their content, once per statement. */
  'ledger.posted': { ids: string; count: number; sha256: string };
  /** All values in the database are encrypted under this key now. */
  'system.secrets-rotated': { key: number; values: number };
  'system.audit-accepted': { reason: string; fault: string | null };
}
