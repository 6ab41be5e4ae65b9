/**
 * The calendar of India, by arithmetic, because its offset is constant all year. Locale formats depend on the
 * browser: `en-CA` is 2026-11-22 in most and 11/22/2026 in those of ICU 72.
 */
const ahead = 5.5 * 3_600_000;

type Moment = Date | number | string;

/** What clocks in India show at a moment, `YYYY-MM-DDTHH:mm:ss`. */
export const clockInIndia = (moment: Moment): string =>
  new Date(new Date(moment).getTime() + ahead).toISOString().slice(0, 19);

/** `YYYY-MM-DD`. */
export const dayInIndia = (moment: Moment): string => clockInIndia(moment).slice(0, 10);

/** The midnight in India with which the day of a moment began. */
export const startOfDayInIndia = (moment: Moment): Date =>
  new Date(Date.parse(`${dayInIndia(moment)}T00:00:00Z`) - ahead);

/** `HH:mm`. */
export const timeInIndia = (moment: Moment): string => clockInIndia(moment).slice(11, 16);

/** `hh:mm AM`, or with seconds. */
export function halfDayTime(moment: Moment, hasSeconds = false): string {
  const clock = clockInIndia(moment);
  const hour = Number(clock.slice(11, 13));
  const shown = String(hour % 12 || 12).padStart(2, '0');
  return `${shown}${clock.slice(13, hasSeconds ? 19 : 16)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `YYYY-MM-DD` as DD-MM-YYYY. */
export const dayText = (day: string): string => `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;
