/** Selects calls for review: random samples, and those with suspicious audio. Pure. */
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

/** `chance`: between 0 and 1, fixed per call. */
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

/** Derived from the call's public id, which is random. */
export const chanceOf = (referenceId: string): number =>
  Number.parseInt(referenceId.slice(0, 8), 16) / 2 ** 32;
