/** The sound of a recording: read from its file, and how loud it is from moment to moment. Pure, for server and player. */

export interface Sound {
  rate: number;
  channels: number;
  /** Samples of each channel. */
  length: number;
  /** From -1 to 1. */
  at: (sample: number, channel: number) => number;
}
/** Seconds per loudness value. */
export const stepSeconds = 0.02;
const quietest = -90;
const pcm = 1;

/** A WAV file of 8 or 16 bits, as exchanges write them; undefined when it is something else. */
export function readWav(file: ArrayBuffer): Sound | undefined {
  const view = new DataView(file);
  const word = (at: number): string =>
    String.fromCodePoint(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
  if (file.byteLength < 44 || word(0) !== 'RIFF') return undefined;
  let format: { channels: number; rate: number; bytes: number } | undefined;
  for (let at = 12; at + 8 <= file.byteLength;) {
    const size = Math.min(view.getUint32(at + 4, true), file.byteLength - at - 8);
    if (word(at) === 'fmt ' && view.getUint16(at + 8, true) === pcm)
      format = {
        channels: view.getUint16(at + 10, true),
        rate: view.getUint32(at + 12, true),
        bytes: view.getUint16(at + 22, true) / 8,
      };
    if (word(at) === 'data') return format && soundIn(view, { ...format, start: at + 8, size });
    at += 8 + size + (size % 2);
  }
  return undefined;
}

interface Data {
  channels: number;
  rate: number;
  bytes: number;
  start: number;
  size: number;
}
function soundIn(view: DataView, { channels, rate, bytes, start, size }: Data): Sound | undefined {
  if ((bytes !== 1 && bytes !== 2) || channels < 1 || channels > 2 || rate < 1 / stepSeconds)
    return undefined;
  return {
    rate,
    channels,
    length: Math.floor(size / bytes / channels),
    at(sample, channel) {
      const place = start + (sample * channels + channel) * bytes;
      return bytes === 1 ? (view.getUint8(place) - 128) / 128 : view.getInt16(place, true) / 32_768;
    },
  };
}

export const stepsOf = ({ length, rate }: Sound): number => Math.floor(length / (rate * stepSeconds));

/** Loudness of some steps of a channel, in dB under full scale. */
export function levelsOf(sound: Sound, channel: number, from = 0, to = stepsOf(sound)): number[] {
  const width = Math.floor(sound.rate * stepSeconds);
  const levels: number[] = [];
  for (let step = from; step < to; step += 1) {
    let sum = 0;
    for (let i = 0; i < width; i += 1) sum += sound.at(step * width + i, channel) ** 2;
    levels.push(Math.max(quietest, 10 * Math.log10(sum / width + 1e-12)));
  }
  return levels;
}

/** The louder of several channels at each step. */
export const loudest = (channels: readonly (readonly number[])[]): number[] =>
  (channels[0] ?? []).map((_, step) => Math.max(...channels.map((levels) => levels[step] ?? quietest)));

const neverSpeech = -50;
const overNoise = 10;
const underLoudest = 15;
/** Loudness threshold of speech, well above the noise floor of the line. */
export function speechLevel(levels: readonly number[]): number {
  const sorted = levels.toSorted((a, b) => a - b);
  const share = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? quietest;
  return Math.max(neverSpeech, Math.min(share(0.1) + overNoise, share(0.95) - underLoudest));
}

export interface Stretch {
  /** Seconds since the beginning. */
  from: number;
  to: number;
}
/** A click is no speech: so many steps at most. */
const clickSteps = 3;

/** Stretches of silence of so many seconds at least. */
export function silencesOf(levels: readonly number[], leastSeconds: number): Stretch[] {
  const speech = speechLevel(levels);
  const found: Stretch[] = [];
  const add = (from: number, to: number): void => {
    if ((to - from) * stepSeconds >= leastSeconds)
      found.push({ from: from * stepSeconds, to: to * stepSeconds });
  };
  let begin = 0;
  let spoken = 0;
  levels.forEach((level, step) => {
    spoken = level >= speech ? spoken + 1 : 0;
    if (spoken === clickSteps + 1) add(begin, step - clickSteps);
    if (spoken > clickSteps) begin = step + 1;
  });
  add(begin, levels.length);
  return found;
}
