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
interface Moments {
  mean: number[];
  variance: number[];
}

export interface Forecast {
  answers: Moments;
  /** Agents busy now who are free by then; extends beyond the horizons by the callers' patience. */
  freed: Moments;
  /** Share of new calls answered by then. */
  newAnswers: number[];
}

// A typed array, or an array from a length, is slower for so few numbers.
function zeros(steps: number): number[] {
  const made: number[] = [];
  for (let i = 0; i <= steps; i++) made.push(0);
  return made;
}
const noMoments = (steps: number): Moments => ({ mean: zeros(steps), variance: zeros(steps) });

/** So many, each with this chance. */
function count(moments: Moments, step: number, chance: number, times = 1): void {
  moments.mean[step] = (moments.mean[step] ?? 0) + times * chance;
  moments.variance[step] = (moments.variance[step] ?? 0) + times * chance * (1 - chance);
}

function answersOf(ringing: readonly number[], shares: RingShares): Moments {
  const answers = noMoments(HORIZONS);
  for (const age of ringing) {
    const already = shares.answeredBy(age);
    const open = 1 - already - shares.failedBy(age);
    if (open <= RARE) continue;
    for (let h = 1; h <= HORIZONS; h++)
      count(answers, h, Math.min(1, (shares.answeredBy(age + h * STEP_S) - already) / open));
  }
  return answers;
}

/** The survival function of a duration in steps, memoised. */
function survivalBySteps(law: LogNormal): (steps: number) => number {
  const known: number[] = [];
  return (steps) => (known[steps] ??= survival(law, steps * STEP_S));
}

function freedOf(busy: readonly BusyAgent[], talk: LogNormal, wrap: LogNormal, steps: number): Moments {
  const freed = noMoments(steps);
  const lasts = { talk: survivalBySteps(talk), wrap: survivalBySteps(wrap) };
  /** How many of those who talk hang up in each step. */
  const hangUps = zeros(steps);
  let talking = 0;
  for (const { stage, elapsedS } of busy) {
    const longer = lasts[stage];
    const gone = Math.max(0, Math.round(elapsedS / STEP_S));
    const still = longer(gone);
    // Longer than any observation: no forecast.
    if (still <= RARE) continue;
    if (stage === 'wrap') {
      for (let h = 1; h <= steps; h++) count(freed, h, 1 - longer(gone + h) / still);
      continue;
    }
    talking += 1;
    let before = still;
    for (let u = 1; u <= steps; u++) {
      const now = longer(gone + u);
      hangUps[u] = (hangUps[u] ?? 0) + (before - now) / still;
      before = now;
    }
  }
  if (talking === 0) return freed;
  for (let h = 1; h <= steps; h++) {
    let mean = 0;
    for (let u = 1; u <= h; u++) mean += (hangUps[u] ?? 0) * (1 - lasts.wrap(h - u));
    // Identical distributions: their variance is an upper bound, and one sum serves all.
    count(freed, h, mean / talking, talking);
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
    newAnswers: zeros(HORIZONS).map((_, h) => shares.answeredBy(h * STEP_S)),
  };
}

/** The value between two steps. */
export function at(values: readonly number[], seconds: number): number {
  const place = seconds / STEP_S;
  const low = Math.min(values.length - 1, Math.floor(place));
  const value = values[low] ?? 0;
  return value + ((values[low + 1] ?? value) - value) * (place - low);
}
