/** Laws of a simulated shift out of what a day's calls did: drawn from them again, by a chance that is always the same. Pure. */
import type { Laws } from './centre.ts';

/** What a day's calls did, each a number of seconds. */
export interface Drawn {
  answeredAfter: readonly number[];
  failedAfter: readonly number[];
  talks: readonly number[];
  wraps: readonly number[];
  /** Dialled and answered by hour, from the first. */
  hours: readonly { dials: number; answers: number }[];
}

/** mulberry32. */
function chanceFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Minimum calls for hourly parameters. */
const enough = 20;
const seed = 1;
const usual = { answeredAfter: 9, failedAfter: 25, talks: 120, wraps: 30 } as const;

export function lawsOf(drawn: Drawn): Laws {
  const chance = chanceFrom(seed);
  const one = (of: keyof typeof usual): number => {
    const all = drawn[of];
    return all[Math.floor(chance() * all.length)] ?? usual[of];
  };
  const all = drawn.hours.reduce(
    (sum, { dials, answers }) => ({ dials: sum.dials + dials, answers: sum.answers + answers }),
    { dials: 0, answers: 0 },
  );
  const rateAt = (now: number): number => {
    const hour = drawn.hours[Math.floor(now / 3600)];
    const { dials, answers } = hour && hour.dials >= enough ? hour : all;
    return dials > 0 ? answers / dials : 0;
  };
  return {
    ring(now) {
      const isAnswered = chance() < rateAt(now);
      return { isAnswered, afterS: one(isAnswered ? 'answeredAfter' : 'failedAfter') };
    },
    talkS: () => one('talks'),
    wrapS: () => one('wraps'),
  };
}
