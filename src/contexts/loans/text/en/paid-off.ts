import { localised } from '#text/locale.ts';

/** Why planned work of a loan is cancelled; the day is preformatted. */
export const paidOffText = localised('paid-off', {
  over: (day: string, isSettled: boolean) => (isSettled ? `Settled on ${day}` : `Paid in full on ${day}`),
});
