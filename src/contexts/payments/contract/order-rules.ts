/** What becomes of a payment when a gateway says something of it. Pure. */
import { type OrderState, type ToldState, orderStates } from './order-states.ts';

const rankOf = (state: OrderState): number => orderStates.indexOf(state);

/**
 * News may come twice, late and in any order, so the state is the furthest of all that was told: a success stays one
 * unless the money went back, and a failure may still turn out to be a success.
 */
export const stateAfter = (state: OrderState, told: ToldState): OrderState =>
  rankOf(told) > rankOf(state) ? told : state;

interface Told {
  merchant: string;
  currency: string;
  /** Paise; null where a gateway does not say. */
  amount: number | null;
}

/** Why gateway news cannot belong to this order; undefined when it can. */
export function mismatch(wanted: { merchant: string; amount: number }, told: Told): string | undefined {
  if (told.merchant !== wanted.merchant) return 'merchant';
  if (told.currency !== 'INR') return 'currency';
  if (told.amount !== wanted.amount) return 'amount';
  return undefined;
}

const minute = 60_000;
const waits = [1, 2, 5, 15, 30, 60, 180, 360, 720, 1440].map((minutes) => minutes * minute);
/** When a gateway is asked again about a payment it has not decided; null when it was asked for long enough. */
export const nextAsk = (asks: number, now: Date): Date | null => {
  const wait = waits[asks];
  return wait === undefined ? null : new Date(now.getTime() + wait);
};

/** Asks of a payment whose first questions are over. */
export const asksOver = waits.length;
const oneDay = 1440 * minute;
const refundDays = [1, 3, 7, 14, 30, 60, 90];
/** Next query for refunds of a payment at its gateway, in case a message was lost; null after three months. */
export const nextRefundAsk = (settledAt: Date, now: Date): Date | null => {
  const due = refundDays.map((days) => new Date(settledAt.getTime() + days * oneDay));
  return due.find((at) => at > now) ?? null;
};
