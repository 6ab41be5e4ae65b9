/** When a complete list deactivates so many loans that a user must type their number. Pure. */

const mostLoans = 50;
const mostPercent = 5;

/** `missing` of the portfolio's `active` loans would become inactive. */
export const mustConfirm = (missing: number, active: number): boolean =>
  missing > mostLoans || missing * 100 > active * mostPercent;
