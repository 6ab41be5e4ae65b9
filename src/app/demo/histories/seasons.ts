/** Working days and payment patterns: Sundays and festivals, salary days, and stronger months. */
import { type Calendar, HORIZON } from './calendar.ts';
import type { Random } from '../random.ts';

/** Public holidays, fixed and lunar. */
const eachYear = new Set(['01-26', '05-01', '08-15', '10-02', '12-25']);
const byTheMoon = new Set([
  '2025-03-14', // Holi
  '2025-10-20', // Diwali
  '2025-10-21',
  '2026-03-04',
  '2026-11-08',
  '2026-11-09',
  '2027-03-22',
  '2027-10-29',
  '2027-10-30',
  '2028-03-11',
  '2028-10-17',
]);
/** Of so many loans one is worked on such a day all the same. */
const oneOf = 8;
/** So likely does who pays pay in a month, from January: bonuses before Diwali and the year's end help, the rains do not. */
const share = [0.86, 0.86, 0.98, 0.9, 0.86, 0.8, 0.68, 0.72, 0.84, 0.98, 0.94, 0.9];
/** Of the month; most are paid early in it, who trades or works by the day in any week. */
const salaryDays = [1, 1, 3, 5, 7, 10, 15, 20, 25];

export class Seasons {
  readonly #calendar: Calendar;
  readonly #sunday: number;
  /** Days since the last working day, by day. */
  readonly #back = new Map<number, number>();

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
    this.#sunday = new Date(calendar.today).getUTCDay();
  }

  /** The last day up to this one with work on a loan; always today, and occasionally any day. */
  workday(day: number, loan: number): number {
    if (day >= 0 || day < -HORIZON || (loan + day) % oneOf === 0) return day;
    return day - (this.#back.get(day) ?? this.#lookBack(day));
  }

  /** Days in a range on which a salaried borrower pays an instalment, in order. */
  paydays(from: number, to: number, r: Random): number[] {
    const salary = r.pick(salaryDays);
    const days: number[] = [];
    for (let month = this.#calendar.monthOfDate(this.#calendar.date(from)); month <= 0; month += 1) {
      const day = this.#calendar.inMonth(month, salary) + r.int(0, 4);
      const ofYear = Number(this.#calendar.date(day).slice(5, 7)) - 1;
      if (r.chance(share[ofYear] ?? 1) && day > from && day < to) days.push(day);
    }
    return days;
  }

  #lookBack(day: number): number {
    let back = 0;
    while (this.#isOff(day - back)) back += 1;
    this.#back.set(day, back);
    return back;
  }

  #isOff(day: number): boolean {
    if ((this.#sunday + day) % 7 === 0) return true;
    const date = this.#calendar.date(day);
    return byTheMoon.has(date) || eachYear.has(date.slice(5));
  }
}
