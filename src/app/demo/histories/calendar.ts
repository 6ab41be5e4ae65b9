/** Days and times of the demo: integers relative to one day in India, formatted when stored. */
import { timeInIndia } from '#kernel/contract/india.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';

const DAY_MS = 86_400_000;
export const DAY = 86_400;
/** Calls are placed from 09:00 to 18:00, the narrowest calling hours of the lenders (microfinance). */
export const OPENS = 9 * 3600;
export const CLOSES = 18 * 3600;
/** How far dates reach to both sides of day 0: births on one, last instalments on the other. */
const OLDEST = 26_000;
const NEWEST = 4_000;
/** Maximum age of histories in days. */
export const HORIZON = 500;

const two = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));

export class Calendar {
  /** `YYYY-MM-DD`, day 0. */
  readonly today: string;
  /** On day 0 nothing happens from this second on: the last full hour that has passed. */
  readonly nowSecond: number;
  readonly #midnight: number;
  readonly #year: number;
  readonly #month: number;
  readonly #dates = Array.from<string | undefined>({ length: OLDEST + NEWEST });

  constructor(now: Date) {
    this.today = businessDay(now);
    this.nowSecond = Number(timeInIndia(now).slice(0, 2)) * 3600;
    this.#midnight = Date.parse(this.today);
    this.#year = Number(this.today.slice(0, 4));
    this.#month = Number(this.today.slice(5, 7)) - 1;
  }

  /** The date of a day, `YYYY-MM-DD`. */
  date(day: number): string {
    return (this.#dates[day + OLDEST] ??= new Date(this.#midnight + day * DAY_MS).toISOString().slice(0, 10));
  }

  /** A timestamp, from seconds since the start of day 0. */
  stamp(at: number): string {
    const day = Math.floor(at / DAY);
    const second = at - day * DAY;
    const minute = Math.floor(second / 60);
    return `${this.date(day)} ${two[Math.floor(minute / 60)]}:${two[minute % 60]}:${two[second % 60]}+05:30`;
  }

  /** Which month a date is in: 0 the present one, -1 the one before. */
  monthOfDate(date: string): number {
    return (Number(date.slice(0, 4)) - this.#year) * 12 + Number(date.slice(5, 7)) - 1 - this.#month;
  }

  /** The day with this number (1 to 28) in a month counted from the present one. */
  inMonth(month: number, dayOfMonth: number): number {
    return Math.round((Date.UTC(this.#year, this.#month + month, dayOfMonth) - this.#midnight) / DAY_MS);
  }
}
