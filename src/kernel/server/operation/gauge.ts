/**
 * Figures of the running product. One description serves `/metrics` and the page of administrators that says what is
 * late; rules, board and runbook in `app/operation` name them, which a test checks.
 */
import type { Tx } from '../database/database.ts';
import type { Fragment } from '../database/sql.ts';

export interface Gauge {
  /** As Prometheus names it, without `recoup_` and with its unit: `jobs_oldest_seconds`. */
  name: string;
  help: string;
  /** What its values are told apart by, such as `queue`; without it there is one value. */
  label?: string;
  /**
   * Rows `{ value, label }`, or what this process knows by itself; no row is the value 0. It is read each time somebody
   * looks: milliseconds, not seconds.
   */
  read: Fragment | (() => Promise<GaugeReading[]>);
  /** Above it somebody has to look, at once (an alert waits for so many minutes). */
  limit?: { above: number; minutes: number };
}

export interface GaugeReading {
  label: string | null;
  value: number;
}

/** What it shows now; nothing where there is nothing to count. */
export const readGauge = (tx: Tx, { read }: Gauge): Promise<GaugeReading[]> =>
  typeof read === 'function' ? read() : tx.rows<GaugeReading>(read);
