/** Random shifts; the same seed gives the same shift. Durations as in the design of the dialer, section 3.3. */
import { Random } from '../../../src/app/demo/random.ts';
import {
  type Laws,
  type PacingPolicy,
  type Shift as Simulated,
  simulate as run,
} from '../../../src/contexts/dialer/server/pacing/replay/centre.ts';
import type { ShiftFigures } from '../../../src/contexts/dialer/server/pacing/replay/tally.ts';

export interface Shift extends Pick<Simulated, 'hours' | 'patienceS' | 'watch'> {
  seed: number;
  agents: number;
  /** Share of calls that would be answered, by second of the shift. */
  answerRate: (now: number) => number;
  /** Each waiting agent leaves for a minute about this often per hour. */
  pausesPerHour?: number;
}

const normal = (r: Random): number =>
  Math.sqrt(-2 * Math.log(1 - r.next())) * Math.cos(2 * Math.PI * r.next());
function logNormal(r: Random, mean: number, variation: number): number {
  const variance = Math.log(1 + variation * variation);
  return Math.exp(Math.log(mean) - variance / 2 + Math.sqrt(variance) * normal(r));
}
const exponential = (r: Random, mean: number): number => -mean * Math.log(1 - r.next());
const between = (r: Random, from: number, to: number): number => from + r.next() * (to - from);
const RING_OUT_S = 25;

function lawsOf({ seed, answerRate, pausesPerHour }: Shift): Laws {
  const r = new Random(seed);
  return {
    ring(now) {
      const setup = between(r, 1, 3);
      const answerAfter = exponential(r, 3) + exponential(r, 3) + exponential(r, 3);
      const isAnswered = r.chance(answerRate(now));
      const failAfter = r.chance(0.2) ? between(r, 2, 6) : RING_OUT_S;
      return { isAnswered, afterS: setup + (isAnswered ? Math.min(RING_OUT_S, answerAfter) : failAfter) };
    },
    talkS: () => logNormal(r, 150, 1),
    wrapS: () => logNormal(r, 30, 0.5),
    ...(pausesPerHour && { pauseS: () => exponential(r, 3600 / pausesPerHour) }),
  };
}

export const simulate = (shift: Shift, policy: PacingPolicy): ShiftFigures =>
  run({ ...shift, agents: [shift.agents], laws: lawsOf(shift) }, policy);
