/**
 * Metrics of the running product. One description serves `/metrics` and the System status page; alerts, dashboard and
 * runbook in `app/operation` reference them, which a test checks.
 */
import type { Tx } from '../database/database.ts';
import type { Fragment } from '../database/sql.ts';

export interface Gauge {
  /** As Prometheus names it, without `recoup_` and with its unit: `jobs_oldest_seconds`. */
  name: string;
  help: string;
  /** Label of its values, such as `queue`; without it there is one value. */
  label?: string;
  /**
   * Rows `{ value, label }`, or values of this process; no row is the value 0. Read at each scrape: milliseconds, not
   * seconds.
   */
  read: Fragment | (() => Promise<GaugeReading[]>);
  /** Alert threshold (after this many minutes). */
  limit?: { above: number; minutes: number };
}

export interface GaugeReading {
  label: string | null;
  value: number;
}

/** Current readings; empty without data. */
export const readGauge = (tx: Tx, { read }: Gauge): Promise<GaugeReading[]> =>
  typeof read === 'function' ? read() : tx.rows<GaugeReading>(read);
