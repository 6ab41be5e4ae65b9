/** Cumulative month chart: actuals, last month, target, and forecast. Pure. */

export interface MonthLine {
  /** 1 to 31. */
  day: number;
  now: number | null;
  before: number | null;
  target: number | null;
  heading: number | null;
}

export function linesOf(o: {
  length: number;
  target: number | null;
  collected: number;
  heading: number;
  days: readonly { collected: number }[];
  before: readonly { collected: number }[];
}): MonthLine[] {
  const passed = o.days.length;
  const grown = (some: readonly { collected: number }[], upTo: number): number =>
    some.slice(0, upTo).reduce((sum, { collected }) => sum + collected, 0);
  return Array.from({ length: o.length }, (_, i) => {
    const day = i + 1;
    const ahead = o.length > passed ? (o.heading - o.collected) / (o.length - passed) : 0;
    return {
      day,
      now: day <= passed ? grown(o.days, day) : null,
      before: day <= o.before.length ? grown(o.before, day) : null,
      target: o.target === null ? null : (o.target * day) / o.length,
      heading: day >= passed ? o.collected + ahead * (day - passed) : null,
    };
  });
}
