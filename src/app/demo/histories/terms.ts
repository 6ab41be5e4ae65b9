/** Money of a loan: one instalment schedule, from which all balances derive. */
import type { Calendar } from './calendar.ts';
import type { LoanKind } from '../setup/lenders.ts';
import { type Random, weighted } from '../random.ts';

export interface Terms {
  loan_amount: number;
  emi_amount: number;
  total_emi: number;
  emi_start_date: string;
  emi_end_date: string;
  emi_cycle_date: number;
  unpaid_emi_amount: number;
  interest_outstanding: number;
  principal_outstanding: number;
  total_outstanding: number;
  max_settlement_amount: number;
  dpd: number;
  current_dpd_bucket: string;
  vintage_band: string;
}

/** Rupees lent, instalments, and interest a year (flat). */
const offers: Record<LoanKind, { rupees: [number, number]; months: readonly number[]; rate: number }> = {
  microfinance: { rupees: [15, 60], months: [12, 18, 24], rate: 0.22 },
  vehicle: { rupees: [120, 1_800], months: [36, 48, 60], rate: 0.12 },
  gold: { rupees: [20, 400], months: [6, 12, 24], rate: 0.14 },
  acquired: { rupees: [40, 900], months: [24, 36, 48], rate: 0.16 },
};
/** Instalments missed: an agency gets few that are hardly late. */
const missed = weighted([
  [24, 1],
  [20, 2],
  [16, 3],
  [14, 5],
  [10, 8],
  [8, 14],
  [8, 30],
]);
const extraForAcquired = 12;

/** Lender's names of overdue buckets; the first three are the regulator's. */
function bucketOf(dpd: number): string {
  if (dpd === 0) return 'Current';
  if (dpd <= 30) return 'SMA-0';
  if (dpd <= 60) return 'SMA-1';
  return dpd <= 90 ? 'SMA-2' : 'NPA';
}
function bandOf(months: number): string {
  if (months <= 12) return '0-12 Months';
  if (months <= 24) return '13-24 Months';
  return months <= 36 ? '25-36 Months' : 'Above 36 Months';
}

export function makeTerms(r: Random, calendar: Calendar, kind: LoanKind): Terms {
  const offer = offers[kind];
  const n = r.pick(offer.months);
  const amount = r.int(offer.rupees[0], offer.rupees[1]) * 100_000; // multiples of a thousand rupees, in paise
  const emi = Math.round((amount * (1 + (offer.rate * n) / 12)) / n / 100) * 100;
  const cycle = r.int(1, 28);
  const unpaidMonths = missed(r) + (kind === 'acquired' ? extraForAcquired : 0);
  const paid = r.int(1, n - 1);
  // The newest instalment date up to today; the oldest unpaid one is that many months before.
  const newest = calendar.inMonth(0, cycle) <= 0 ? 0 : -1;
  const oldest = newest - unpaidMonths + 1;
  const start = oldest - paid;
  const due = Math.min(unpaidMonths, n - paid);
  const dpd = -calendar.inMonth(oldest, cycle);
  const principal = Math.round((amount * (n - paid)) / n);
  const interest = Math.round((due * (emi - amount / n) + principal * 0.0004 * dpd) / 100) * 100;
  const charges = r.int(0, 8) * 5900; // bounces at ₹59 each
  return {
    loan_amount: amount,
    emi_amount: emi,
    total_emi: n,
    emi_start_date: calendar.date(calendar.inMonth(start, cycle)),
    emi_end_date: calendar.date(calendar.inMonth(start + n - 1, cycle)),
    emi_cycle_date: cycle,
    unpaid_emi_amount: due * emi,
    interest_outstanding: interest,
    principal_outstanding: principal,
    total_outstanding: principal + interest + charges,
    max_settlement_amount: Math.round((principal * r.int(45, 85)) / 10_000) * 100,
    dpd,
    current_dpd_bucket: bucketOf(dpd),
    vintage_band: bandOf(-start),
  };
}

/** What remains of a loan that was paid in full. */
export const closedTerms = {
  unpaid_emi_amount: 0,
  interest_outstanding: 0,
  principal_outstanding: 0,
  total_outstanding: 0,
  dpd: 0,
  current_dpd_bucket: bucketOf(0),
} satisfies Partial<Terms>;
