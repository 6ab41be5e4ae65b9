/** How long calls or the work after them last: log-normal, learned with older ones forgotten step by step. */
import { tail } from './normal.ts';

/** Weighted sums of logarithms of observations. */
export interface Durations {
  weight: number;
  sum: number;
  squares: number;
}

const REMEMBERED = 300;
/** Weight of the prior, in observations. */
const PRIOR = 10;
const SHORTEST_S = 0.5;

/** As if `PRIOR` of them had been seen, with this mean and coefficient of variation. */
export function assumed(meanS: number, variation: number): Durations {
  const variance = Math.log(1 + variation * variation);
  const centre = Math.log(meanS) - variance / 2;
  return { weight: PRIOR, sum: PRIOR * centre, squares: PRIOR * (variance + centre * centre) };
}

export function seen(before: Durations, seconds: number): Durations {
  const keep = 1 - 1 / REMEMBERED;
  const log = Math.log(Math.max(SHORTEST_S, seconds));
  return {
    weight: before.weight * keep + 1,
    sum: before.sum * keep + log,
    squares: before.squares * keep + log * log,
  };
}

export interface LogNormal {
  centre: number;
  spread: number;
}

export function fitted({ weight, sum, squares }: Durations): LogNormal {
  const centre = sum / weight;
  const variance = squares / weight - centre * centre;
  return { centre, spread: Math.min(2.5, Math.max(0.1, Math.sqrt(Math.max(0, variance)))) };
}

/** The share that lasts longer. */
export const survival = ({ centre, spread }: LogNormal, seconds: number): number =>
  seconds <= 0 ? 1 : tail((Math.log(seconds) - centre) / spread);
