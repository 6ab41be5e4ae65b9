import type { Answers } from '../decide.ts';

/** An hour of a shift; times are seconds, of all agents together. */
interface HourFigures extends Answers {
  dials: number;
  busyS: number;
  staffedS: number;
  waits: number;
  waitedS: number;
}
/** Tallies a simulated shift; shares are fractions, times are seconds. */
export interface ShiftFigures {
  utilisation: number;
  abandons: number;
  worstHour: number;
  meanWaitS: number;
  p95WaitS: number;
  connectsPerAgentHour: number;
  dialsPerConnect: number;
  answers: number;
  /** Hours with an answer. */
  hours: readonly Answers[];
  /** All of them. */
  byHour: readonly HourFigures[];
}
export type Doing = 'free' | 'talk' | 'wrap' | 'away';

const noHour = (): HourFigures => ({
  answers: 0,
  abandons: 0,
  dials: 0,
  busyS: 0,
  staffedS: 0,
  waits: 0,
  waitedS: 0,
});

export class ShiftTally {
  today: Answers = { answers: 0, abandons: 0 };
  readonly #hours: HourFigures[];
  readonly #waits: number[] = [];

  constructor(hours: number) {
    this.#hours = Array.from({ length: Math.ceil(hours) }, noHour);
  }

  hourAt(now: number): HourFigures {
    return this.#hours[Math.floor(now / 3600)] ?? noHour();
  }

  dialled(now: number): void {
    this.hourAt(now).dials += 1;
  }

  reached(abandoned: boolean, now: number): void {
    const hour = this.hourAt(now);
    const lost = abandoned ? 1 : 0;
    hour.answers += 1;
    hour.abandons += lost;
    this.today = { answers: this.today.answers + 1, abandons: this.today.abandons + lost };
  }

  /** What an agent did, counted in each hour it touches. */
  worked(doing: Doing, since: number, now: number): void {
    if (doing === 'away') return;
    for (let from = since; from < now;) {
      const to = Math.min(now, (Math.floor(from / 3600) + 1) * 3600);
      const hour = this.hourAt(from);
      hour.staffedS += to - from;
      if (doing !== 'free') hour.busyS += to - from;
      from = to;
    }
    if (doing !== 'free') return;
    this.#waits.push(now - since);
    const hour = this.hourAt(since);
    hour.waits += 1;
    hour.waitedS += now - since;
  }

  figures(): ShiftFigures {
    const waits = this.#waits.toSorted((a, b) => a - b);
    const { answers, abandons } = this.today;
    const connects = answers - abandons;
    const hours = this.#hours.filter((hour) => hour.answers > 0);
    const sum = (of: (hour: HourFigures) => number): number =>
      this.#hours.reduce((all, hour) => all + of(hour), 0);
    const staffedS = sum((hour) => hour.staffedS);
    return {
      utilisation: staffedS ? sum((hour) => hour.busyS) / staffedS : 0,
      abandons: answers ? abandons / answers : 0,
      worstHour: Math.max(0, ...hours.map((hour) => hour.abandons / hour.answers)),
      meanWaitS: waits.reduce((all, wait) => all + wait, 0) / Math.max(1, waits.length),
      p95WaitS: waits[Math.floor(waits.length * 0.95)] ?? 0,
      connectsPerAgentHour: connects / Math.max(1, staffedS / 3600),
      dialsPerConnect: sum((hour) => hour.dials) / Math.max(1, connects),
      answers,
      hours,
      byHour: this.#hours,
    };
  }
}
