/** Time, randomness and scheduling, all from one seed: equal seeds produce equal histories. */
export type Chance = () => number;

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A process that can die or be put to sleep: a tab, or the worker. */
export interface Process {
  isAlive: boolean;
  asleepUntil: number;
}
interface Step {
  of: Process | undefined;
  at: number;
  go: () => void;
}

const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class World {
  now = 1_760_000_000_000;
  readonly chance: Chance;
  private steps: Step[] = [];
  constructor(seed: number) {
    this.chance = chanceOf(seed);
  }
  isLucky(probability: number): boolean {
    return this.chance() < probability;
  }
  below(limit: number): number {
    return Math.floor(this.chance() * limit);
  }
  /** A process switch: it resumes at random, or never after a crash. */
  pause(of: Process): Promise<void> {
    return new Promise((go) => this.steps.push({ of, at: this.now, go }));
  }
  /** Something outside all processes, at a later time. */
  after(wait: number, go: () => void): void {
    this.steps.push({ of: undefined, at: this.now + wait, go });
  }

  private ready(): Step[] {
    this.steps = this.steps.filter(({ of }) => of === undefined || of.isAlive);
    return this.steps.filter((step) => this.dueAt(step) <= this.now);
  }
  private dueAt({ at, of }: Step): number {
    return Math.max(at, of?.asleepUntil ?? 0);
  }

  /** One step; false when nothing happens before `until` without a person's act. */
  async step(until = Infinity): Promise<boolean> {
    let ready = this.ready();
    if (ready.length === 0) {
      const next = Math.min(...this.steps.map((step) => this.dueAt(step)));
      if (next === Infinity || next > until) return false;
      this.now = next;
      ready = this.ready();
    }
    const chosen = ready[this.below(ready.length)];
    if (!chosen) return false;
    this.steps.splice(this.steps.indexOf(chosen), 1);
    chosen.go();
    await flush();
    return true;
  }
  async wait(duration: number): Promise<void> {
    const until = this.now + duration;
    while (await this.step(until));
    this.now = until;
  }
}
