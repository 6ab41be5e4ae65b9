/** Audio analysis of a recording: silence, loudness, and interruptions. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type Sound,
  levelsOf,
  loudest,
  silencesOf,
  speechLevel,
  stepSeconds,
  stepsOf,
} from '#contexts/dialer/contract/quality/sound.ts';

export interface SoundFigures {
  seconds: number;
  silenceSeconds: number;
  longestSilence: number;
  loudSeconds: number;
  /** Only with one channel per party. */
  interruptions: number | null;
}
/** Shorter pauses belong to speech. */
const pauseSeconds = 2;
/** Speech on a telephone is about 26 dB under full scale (ITU-T P.56); this is twice as loud and more. */
const loudLevel = -14;
const breathSteps = 15;
/** Both speak for half a second, after one of them has spoken as long. */
const interruptionSteps = 25;
/** Steps before yielding to other tasks: two minutes of audio need about two milliseconds. */
const stepsAtOnce = 120 / stepSeconds;

async function levels(sound: Sound, channel: number): Promise<number[]> {
  const all: number[] = [];
  for (let from = 0; from < stepsOf(sound); from += stepsAtOnce) {
    all.push(...levelsOf(sound, channel, from, Math.min(stepsOf(sound), from + stepsAtOnce)));
    await turn();
  }
  return all;
}

/** Speech activity per step; a short breath does not interrupt it. */
function speaks(of: readonly number[]): boolean[] {
  const least = speechLevel(of);
  const spoken = of.map((level) => level >= least);
  let last = -Infinity;
  spoken.forEach((now, step) => {
    if (!now) return;
    if (step - last <= breathSteps) spoken.fill(true, last + 1, step);
    last = step;
  });
  return spoken;
}

/** How often one began while the other spoke, and both went on. */
function interruptionsIn(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [speaks(one), speaks(other)];
  /** Duration of the current speech per party. */
  const spoken = { a: 0, b: 0 };
  let both = 0;
  let count = 0;
  a.forEach((isOne, step) => {
    const isOther = b[step] ?? false;
    spoken.a = isOne ? spoken.a + 1 : 0;
    spoken.b = isOther ? spoken.b + 1 : 0;
    both = isOne && isOther ? both + 1 : 0;
    if (both === interruptionSteps && Math.max(spoken.a, spoken.b) >= 2 * interruptionSteps) count += 1;
  });
  return count;
}

export async function measure(sound: Sound): Promise<SoundFigures> {
  const channels: number[][] = [];
  for (let channel = 0; channel < sound.channels; channel += 1) channels.push(await levels(sound, channel));
  const all = loudest(channels);
  const silences = silencesOf(all, pauseSeconds).map(({ from, to }) => to - from);
  const [one, other] = channels;
  return {
    seconds: Math.round(sound.length / sound.rate),
    silenceSeconds: Math.round(silences.reduce((sum, silence) => sum + silence, 0)),
    longestSilence: Math.round(Math.max(0, ...silences)),
    loudSeconds: Math.round(all.filter((level) => level >= loudLevel).length * stepSeconds),
    interruptions: one && other ? interruptionsIn(one, other) : null,
  };
}
