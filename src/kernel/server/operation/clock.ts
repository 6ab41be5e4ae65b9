import { dayInIndia } from '#kernel/contract/india.ts';

/** Clock port, so that tests can change the time; business days are Asia/Kolkata. */
export interface Clock {
  now(): Date;
  /** A test changes it during calls: the dialer polls every few milliseconds. */
  isMoved?: true;
}
export const systemClock: Clock = { now: () => new Date() };

/** The calendar day in India at this moment, `YYYY-MM-DD`. */
export const businessDay = (moment: Date): string => dayInIndia(moment);
