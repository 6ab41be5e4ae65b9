/** State transitions of a payment from gateway updates. Pure. */
import { type OrderState, type ToldState, orderStates } from './order-states.ts';

const rankOf = (state: OrderState): number => orderStates.indexOf(state);

/**
 * Updates may be duplicate, late and unordered, so the state is the most advanced of all reported: a success remains
 * unless refunded, and a failure may still become a success.
 */
export const stateAfter = (state: OrderState, told: ToldState): OrderState =>
  rankOf(told) > rankOf(state) ? told : state;

interface Told {
  merchant: string;
  currency: string;
  /** Paise; null where a gateway omits it. */
  amount: number | null;
}

/** Why a gateway update does not match this order; undefined when it does. */
export function mismatch(wanted: { merchant: string; amount: number }, told: Told): string | undefined {
  if (told.merchant !== wanted.merchant) return 'merchant';
  if (told.currency !== 'INR') return 'currency';
  if (told.amount !== wanted.amount) return 'amount';
  return undefined;
}

const minute = 60_000;
const waits = [1, 2, 5, 15, 30, 60, 180, 360, 720, 1440].map((minutes) => minutes * minute);
/** Next poll of an undecided payment; null after the last one. */
export const nextAsk = (asks: number, now: Date): Date | null => {
  const wait = waits[asks];
  return wait === undefined ? null : new Date(now.getTime() + wait);
};

/** Number of polls after which the first phase is complete. */
export const asksOver = waits.length;
const oneDay = 1440 * minute;
const refundDays = [1, 3, 7, 14, 30, 60, 90];
/** Next query for refunds of a payment at its gateway, in case a message was lost; null after three months. */
export const nextRefundAsk = (settledAt: Date, now: Date): Date | null => {
  const due = refundDays.map((days) => new Date(settledAt.getTime() + days * oneDay));
  return due.find((at) => at > now) ?? null;
};
