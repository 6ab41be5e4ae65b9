import { dayInIndia } from '#kernel/contract/india.ts';

/** The one source of "now", so that tests can move it; business days are Asia/Kolkata. */
export interface Clock {
  now(): Date;
  /** A test moves it while calls go on: the dialer looks every few milliseconds whether something is due. */
  isMoved?: true;
}
export const systemClock: Clock = { now: () => new Date() };

/** The calendar day in India at this moment, `YYYY-MM-DD`. */
export const businessDay = (moment: Date): string => dayInIndia(moment);
