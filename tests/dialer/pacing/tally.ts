import type { Answers } from '../../../src/contexts/dialer/server/pacing/decide.ts';

/** Counts a simulated shift; shares are fractions, times are seconds. */
export interface Figures {
  utilisation: number;
  abandons: number;
  worstHour: number;
  meanWaitS: number;
  p95WaitS: number;
  connectsPerAgentHour: number;
  dialsPerConnect: number;
  answers: number;
  hours: readonly Answers[];
}

export class Tally {
  dials = 0;
  today: Answers = { answers: 0, abandons: 0 };
  readonly #hours: Answers[];
  readonly #waits: number[] = [];
  readonly #agentSeconds: number;
  #busy = 0;
  #away = 0;

  constructor(agents: number, hours: number) {
    this.#agentSeconds = agents * hours * 3600;
    this.#hours = Array.from({ length: Math.ceil(hours) }, () => ({ answers: 0, abandons: 0 }));
  }

  hourAt(now: number): Answers {
    return this.#hours[Math.floor(now / 3600)] ?? { answers: 0, abandons: 0 };
  }

  reached(abandoned: boolean, now: number): void {
    const hour = this.hourAt(now);
    const lost = abandoned ? 1 : 0;
    hour.answers += 1;
    hour.abandons += lost;
    this.today = { answers: this.today.answers + 1, abandons: this.today.abandons + lost };
  }

  worked(doing: 'free' | 'talk' | 'wrap' | 'away', since: number, now: number): void {
    if (doing === 'free') this.#waits.push(now - since);
    else if (doing === 'away') this.#away += now - since;
    else this.#busy += now - since;
  }

  figures(): Figures {
    const waits = this.#waits.toSorted((a, b) => a - b);
    const { answers, abandons } = this.today;
    const connects = answers - abandons;
    const hours = this.#hours.filter((hour) => hour.answers > 0);
    return {
      utilisation: this.#busy / (this.#agentSeconds - this.#away),
      abandons: answers ? abandons / answers : 0,
      worstHour: Math.max(0, ...hours.map((hour) => hour.abandons / hour.answers)),
      meanWaitS: waits.reduce((sum, wait) => sum + wait, 0) / Math.max(1, waits.length),
      p95WaitS: waits[Math.floor(waits.length * 0.95)] ?? 0,
      connectsPerAgentHour: connects / (this.#agentSeconds / 3600),
      dialsPerConnect: this.dials / Math.max(1, connects),
      answers,
      hours,
    };
  }
}
