/** How many callers will have answered and how many agents will be free, by each moment of the next half minute. */
import { type LogNormal, fitted, survival } from './durations.ts';
import type { PacingMemory } from './memory.ts';
import { type RingShares, sharesOf } from './ring-times.ts';

export const STEP_S = 2;
/** Moments looked at: 2, 4 … 30 s from now. */
export const HORIZONS = 15;
const RARE = 1e-9;

export interface BusyAgent {
  stage: 'talk' | 'wrap';
  elapsedS: number;
}

/** Means and variances by horizon; index 0 is now. */
export interface Moments {
  mean: Float64Array;
  variance: Float64Array;
}

export interface Forecast {
  answers: Moments;
  /** Agents busy now who are free by then; it reaches as far beyond the horizons as a caller waits. */
  freed: Moments;
  /** Share of new calls answered by then. */
  newAnswers: Float64Array;
}

const zeros = (steps: number): Moments => ({
  mean: new Float64Array(steps + 1),
  variance: new Float64Array(steps + 1),
});

function count(moments: Moments, step: number, chance: number): void {
  moments.mean[step] = (moments.mean[step] ?? 0) + chance;
  moments.variance[step] = (moments.variance[step] ?? 0) + chance * (1 - chance);
}

function answersOf(ringing: readonly number[], shares: RingShares): Moments {
  const answers = zeros(HORIZONS);
  for (const age of ringing) {
    const already = shares.answeredBy(age);
    const open = 1 - already - shares.failedBy(age);
    if (open <= RARE) continue;
    for (let h = 1; h <= HORIZONS; h++)
      count(answers, h, Math.min(1, (shares.answeredBy(age + h * STEP_S) - already) / open));
  }
  return answers;
}

function freedOf(busy: readonly BusyAgent[], talk: LogNormal, wrap: LogNormal, steps: number): Moments {
  const freed = zeros(steps);
  const wrapDone = Float64Array.from({ length: steps + 1 }, (_, s) => 1 - survival(wrap, s * STEP_S));
  const hangsUp = new Float64Array(steps + 1);
  for (const { stage, elapsedS } of busy) {
    const law = stage === 'talk' ? talk : wrap;
    const still = survival(law, elapsedS);
    // Longer than anything seen: nothing can be said, so nothing is promised.
    if (still <= RARE) continue;
    if (stage === 'wrap') {
      for (let h = 1; h <= steps; h++) count(freed, h, 1 - survival(law, elapsedS + h * STEP_S) / still);
      continue;
    }
    let before = 1;
    for (let u = 1; u <= steps; u++) {
      const now = survival(law, elapsedS + u * STEP_S) / still;
      hangsUp[u] = before - now;
      before = now;
    }
    for (let h = 1; h <= steps; h++) {
      let chance = 0;
      for (let u = 1; u <= h; u++) chance += (hangsUp[u] ?? 0) * (wrapDone[h - u] ?? 0);
      count(freed, h, chance);
    }
  }
  return freed;
}

export function forecast(
  memory: PacingMemory,
  scene: { ringing: readonly number[]; busy: readonly BusyAgent[] },
  patienceS: number,
): Forecast {
  const shares = sharesOf(memory.rings);
  const steps = HORIZONS + Math.ceil(patienceS / STEP_S);
  return {
    answers: answersOf(scene.ringing, shares),
    freed: freedOf(scene.busy, fitted(memory.talk), fitted(memory.wrap), steps),
    newAnswers: Float64Array.from({ length: HORIZONS + 1 }, (_, h) => shares.answeredBy(h * STEP_S)),
  };
}

/** The value between two steps. */
export function at(values: Float64Array, seconds: number): number {
  const place = seconds / STEP_S;
  const low = Math.min(values.length - 1, Math.floor(place));
  const value = values[low] ?? 0;
  return value + ((values[low + 1] ?? value) - value) * (place - low);
}
