import { localised } from '#text/locale.ts';

/** Why what was planned for a loan is over; the day arrives as it is written. */
export const paidOffText = localised('paid-off', {
  over: (day: string, isSettled: boolean) => (isSettled ? `Settled on ${day}` : `Paid in full on ${day}`),
});
