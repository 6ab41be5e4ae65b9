/** Limits predictive dialing while exchange events are late. Pure. */

import type { dialsAhead } from '#contexts/dialer/contract/exchange/state.ts';

export type DialsAhead = (typeof dialsAhead)[number];

export interface Backpressure {
  dials: DialsAhead;
  /** Since when the lag has been short without a break, milliseconds; null: it is not. */
  calmSince: number | null;
}
export const noPressure: Backpressure = { dials: 'free', calmSince: null };

export const lagLimits = {
  /** Above it no call is placed without a free agent: forecasts are wrong by as much. */
  aheadMs: 1000,
  /** Above it predictive dialing stops: borrowers who answer would wait beyond their patience. */
  anyMs: 2000,
  /** Maximum lag, for this long, before predictive dialing resumes. */
  calmMs: 500,
  calmForMs: 5000,
} as const;

export function stepLag(before: Backpressure, lagMs: number, at: number): Backpressure {
  const { aheadMs, anyMs, calmMs, calmForMs } = lagLimits;
  const calmSince = lagMs > calmMs ? null : (before.calmSince ?? at);
  if (lagMs > anyMs) return { dials: 'none', calmSince };
  if (lagMs > aheadMs) return { dials: before.dials === 'none' ? 'none' : 'one_each', calmSince };
  if (before.dials === 'free') return { dials: 'free', calmSince };
  const isCalm = calmSince !== null && at - calmSince >= calmForMs;
  return { dials: isCalm ? 'free' : 'one_each', calmSince };
}
