/** Which calls are to be scored: some at random, and those whose sound says that something may have gone wrong. Pure. */
import type { pickReasons } from '#contexts/dialer/contract/recordings.ts';
import type { SoundFigures } from './measure.ts';

type Pick = (typeof pickReasons)[number];

const atRandom = 0.02;
/** Too short a call shows nothing. */
const leastSeconds = 20;
const longSilence = 20;
const silentShare = 0.5;
const loudSeconds = 3;
const interruptions = 3;

/** `chance` is between 0 and 1, the call's own. */
export function picksOf(figures: SoundFigures, chance: number): Pick[] {
  if (figures.seconds < leastSeconds) return [];
  const isSilent =
    figures.longestSilence >= longSilence || figures.silenceSeconds >= silentShare * figures.seconds;
  return [
    ...(chance < atRandom ? (['random'] as const) : []),
    ...(isSilent ? (['silence'] as const) : []),
    ...(figures.loudSeconds >= loudSeconds ? (['loudness'] as const) : []),
    ...((figures.interruptions ?? 0) >= interruptions ? (['interruptions'] as const) : []),
  ];
}

/** The chance of a call lies in its number outside, which nobody chooses. */
export const chanceOf = (referenceId: string): number =>
  Number.parseInt(referenceId.slice(0, 8), 16) / 2 ** 32;
