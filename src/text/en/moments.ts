/** Months and times as text: a custom table, because locale names vary by browser. */
import { clockInIndia, halfDayTime } from '#kernel/contract/india.ts';

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

interface Month {
  /** 1 is January. */
  month: number;
  year: number;
}

const nameOf = (month: number): string => monthNames[month - 1] ?? '';
const shortName = (month: number): string => nameOf(month).slice(0, 3);

/** November 2026. */
export const monthYear = ({ month, year }: Month): string => `${nameOf(month)} ${year}`;
/** Nov 2026. */
export const shortMonthYear = ({ month, year }: Month): string => `${shortName(month)} ${year}`;

const partsOf = (moment: Date) => {
  const clock = clockInIndia(moment);
  return {
    year: clock.slice(0, 4),
    month: shortName(Number(clock.slice(5, 7))),
    day: clock.slice(8, 10),
    time: clock.slice(11, 16),
  };
};

/** 5 Nov, 09:00: within days of now. */
export function soonText(moment: Date): string {
  const { day, month, time } = partsOf(moment);
  return `${Number(day)} ${month}, ${time}`;
}

/** 05 Nov, 09:00 AM. */
export function untilText(moment: Date): string {
  const { day, month } = partsOf(moment);
  return `${day} ${month}, ${halfDayTime(moment)}`;
}

/** 05 Nov 2026 09:00 AM; with seconds 09:00:15 AM. */
export function momentWords(moment: Date, hasSeconds = false): string {
  const { day, month, year } = partsOf(moment);
  return `${day} ${month} ${year} ${halfDayTime(moment, hasSeconds)}`;
}
