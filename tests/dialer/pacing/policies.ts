/** Ours, and the two that others use: what we are measured against. */
import type { PacingPolicy } from '../../../src/contexts/dialer/server/pacing/replay/centre.ts';
import { pacedBy } from '../../../src/contexts/dialer/server/pacing/replay/policy.ts';

export const progressive = (): PacingPolicy => pacedBy({ mode: 'progressive' }, 'progressive');

/** A number for the last 15 seconds, one value per second. */
class Lately {
  readonly #values: number[] = [];
  add(value: number): void {
    this.#values.push(value);
    if (this.#values.length > 15) this.#values.shift();
  }
  get mean(): number {
    return this.#values.reduce((sum, value) => sum + value, 0) / Math.max(1, this.#values.length);
  }
}

const HIGHEST_LEVEL = 3;
const FEWEST_ANSWERS = 50;
const SOME_LAST_MINUTE = 20;

/**
 * VICIdial's ADAPT with "available only tally", from its source of 2013: a level multiplied with the free agents,
 * adjusted every 15 s by the number of idle agents, reduced when the day's drops exceed the limit.
 */
export function adapt(how: 'AVERAGE' | 'TAPERED', limit = 0.03, hours = 8): PacingPolicy {
  const ready = new Lately();
  const waiting = new Lately();
  const agents = new Lately();
  let level = 1;
  let answers = 0;
  let abandons = 0;
  let lastMinute: { at: number; abandoned: boolean }[] = [];
  let seconds = 0;

  function adjust(now: number): void {
    const difference = ready.mean - waiting.mean;
    level *= 1 + difference / Math.max(1, agents.mean);
    lastMinute = lastMinute.filter(({ at }) => at > now - 60);
    const lost = lastMinute.filter(({ abandoned }) => abandoned).length;
    if (lastMinute.length > SOME_LAST_MINUTE && lost > lastMinute.length / 2) level /= 2;
    if (answers > FEWEST_ANSWERS && abandons > limit * answers)
      level *= how === 'AVERAGE' ? 0.5 : (hours - now / 3600) / 10;
    level = Math.min(HIGHEST_LEVEL, Math.max(1, level));
  }

  return {
    name: `ADAPT_${how}, available-only`,
    everyS: 1,
    onChange: false,
    ask(scene, now) {
      ready.add(scene.free);
      waiting.add(scene.waiting);
      agents.add(scene.free + scene.busy.length);
      seconds += 1;
      if (seconds % 15 === 0) adjust(now);
      if (seconds % 3 !== 0) return { dial: 0 };
      const goal = Math.round(level * scene.free);
      return { dial: Math.max(0, goal - scene.ringing.length - scene.waiting) };
    },
    saw(event, now) {
      if (event.type !== 'reached') return;
      answers += 1;
      if (event.abandoned) abandons += 1;
      lastMinute.push({ at: now, abandoned: event.abandoned });
    },
  };
}
