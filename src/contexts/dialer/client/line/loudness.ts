/** Loudness of a microphone, as its meter shows it. Pure. */

/** What a meter spans: from a quiet room to full scale, in decibels. */
const rangeDb = 60;

/** From 0, a quiet room, to 1, as loud as can be. */
export function loudnessOf(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += (samples[i] ?? 0) ** 2;
  const mean = Math.sqrt(sum / Math.max(1, samples.length));
  if (mean === 0) return 0;
  return Math.min(1, Math.max(0, 1 + (20 * Math.log10(mean)) / rangeDb));
}

type LevelWord = 'silent' | 'low' | 'good' | 'high';
export function wordOf(level: number): LevelWord {
  if (level < 0.1) return 'silent';
  if (level < 0.35) return 'low';
  return level < 0.94 ? 'good' : 'high';
}
