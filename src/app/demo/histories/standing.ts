/** The summary columns of a loan after its history: last and best disposition, payments. */
import type { paymentStatuses } from '#contexts/loans/contract/loan-rows.ts';
import type { Calendar } from './calendar.ts';
import { finalSettlement, outcomes } from '../setup/outcomes.ts';
import type { DispositionRow, LoanRow, PaymentRow } from '../rows.ts';

const priorities = new Map(outcomes.map(({ id, priority }) => [id, priority]));
const HUNDRED_RUPEES = 10_000;

/**
 * G065, the first matching text. Months relative to the current one (0, -1 …); "last month" is the previous calendar
 * month, and the current month is part of "any time".
 */
export function historyStatus(months: ReadonlySet<number>): string | null {
  const each = (...list: number[]): boolean => list.every((month) => months.has(month));
  const since = (month: number): boolean => [...months].some((one) => one >= month);
  if (each(-1, -2, -3)) return 'Last 3 Months';
  if (each(-1, -2)) return 'Last 2 Months';
  if (each(-1)) return 'Last Month';
  if (since(-3)) return 'Any time in last 3 Months';
  if (since(-6)) return 'Any time in last 6 Months';
  return months.size ? 'Before 6 months' : null;
}

interface Money {
  realized: number;
  thisMonth: number;
  /** The agreed settlement, if there is one, and what was realized since. */
  settlement: number | null;
  sinceSettlement: number;
  outstanding: number;
}

/** The loan's payment class (document 2, section 4; G067). */
export function paymentStatus(money: Money): (typeof paymentStatuses)[number] {
  if (money.realized === 0) return 'Unpaid';
  if (money.outstanding === 0) return 'Foreclosure';
  if (money.settlement !== null && money.sinceSettlement >= money.settlement) return 'Settlement Paid';
  if (money.thisMonth > 0 && money.thisMonth < HUNDRED_RUPEES) return 'Amt < 100';
  return 'Partially Paid';
}

type Standing = Pick<
  LoanRow,
  | 'payment_status'
  | 'payment_history_status'
  | 'latest_realize_payment_amount'
  | 'latest_realize_payment_date'
  | 'last_disposition_id'
  | 'last_disposition_at'
  | 'best_disposition_id'
  | 'best_sub_disposition_id'
  | 'best_disposition_at'
>;

/** Smallest priority; the latest of equals (G197). */
function bestOf(rows: readonly DispositionRow[]): DispositionRow | undefined {
  let best: DispositionRow | undefined;
  let smallest = Infinity;
  for (const row of rows) {
    const priority = priorities.get(row.disposition_id) ?? Infinity;
    if (priority > smallest) continue;
    smallest = priority;
    best = row;
  }
  return best;
}

/** Rows are in order of time. */
export function standingOf(
  calendar: Calendar,
  told: { dispositions: readonly DispositionRow[]; payments: readonly PaymentRow[] },
  outstanding: number,
): Standing {
  const last = told.dispositions.at(-1);
  const best = bestOf(told.dispositions);
  const settlement = told.dispositions.findLast((row) => row.disposition_id === finalSettlement.id);
  const agreedOn = settlement?.created_at.slice(0, 10) ?? '';
  const months = new Set<number>();
  const money: Money = {
    realized: 0,
    thisMonth: 0,
    settlement: settlement?.amount ?? null,
    sinceSettlement: 0,
    outstanding,
  };
  let latest: PaymentRow | undefined;
  for (const row of told.payments) {
    if (!row.realized) continue;
    const month = calendar.monthOfDate(row.payment_date);
    months.add(month);
    money.realized += row.amount;
    if (month === 0) money.thisMonth += row.amount;
    if (row.payment_date >= agreedOn) money.sinceSettlement += row.amount;
    if (!latest || row.payment_date >= latest.payment_date) latest = row;
  }
  return {
    payment_status: paymentStatus(money),
    payment_history_status: historyStatus(months),
    latest_realize_payment_amount: latest?.amount ?? null,
    latest_realize_payment_date: latest?.payment_date ?? null,
    last_disposition_id: last?.disposition_id ?? null,
    last_disposition_at: last?.created_at ?? null,
    best_disposition_id: best?.disposition_id ?? null,
    best_sub_disposition_id: best?.sub_disposition_id ?? null,
    best_disposition_at: best?.created_at ?? null,
  };
}
