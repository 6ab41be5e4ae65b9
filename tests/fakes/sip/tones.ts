/** Phone audio: µ-law at 8 kHz, twenty milliseconds per packet; every voice is a separate tone. Pure. */
export const packetMs = 20;
export const samplesOf = 160;

/** Agents have low tones, borrowers high; exchange sounds are neither. */
const agents = { from: 400, count: 12 };
const borrowers = { from: 1700, count: 15 };
const step = 100;
/** Telephone keys and speech reach these too, but no single one for long. */
const voices = [agents, borrowers].flatMap(({ from, count }) =>
  Array.from({ length: count }, (_, i) => from + i * step),
);
export const agentVoice = (extension: string): number =>
  agents.from + (Number(extension.slice(-2)) % agents.count) * step;
export const borrowerVoice = (number: string): number =>
  borrowers.from + (Number(number.slice(-6)) % borrowers.count) * step;

export function encode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const loud = Math.min(32_635, Math.abs(sample)) + 132;
  const exponent = Math.max(0, Math.floor(Math.log2(loud)) - 7);
  return ~(sign | (exponent << 4) | ((loud >> (exponent + 3)) & 15)) & 255;
}
const decoded = Int16Array.from({ length: 256 }, (_, said) => {
  const bits = ~said & 255;
  const loud = ((((bits & 15) << 3) + 132) << ((bits & 0x70) >> 4)) - 132;
  return bits & 0x80 ? -loud : loud;
});

const loudness = 8000;
/** One packet of a tone; tones are periodic per packet, so all packets are equal. */
export const toneOf = (hertz: number): Buffer =>
  Buffer.from(
    Array.from({ length: samplesOf }, (_, i) =>
      encode(Math.round(loudness * Math.sin((2 * Math.PI * hertz * i) / 8000))),
    ),
  );

function strength(sound: Int16Array, hertz: number): number {
  const weight = 2 * Math.cos((2 * Math.PI * hertz) / 8000);
  let [last, before] = [0, 0];
  for (const sample of sound) [last, before] = [sample + weight * last - before, last];
  return (last * last + before * before - weight * last * before) / sound.length ** 2;
}

/** A tenth of our voices' level. */
const audible = (loudness / 2) ** 2 / 10;
export const decode = (sound: Uint8Array): Int16Array => Int16Array.from(sound, (said) => decoded[said] ?? 0);

/** Content of a packet: silence, our voices by tone, or another sound, such as the exchange's. */
export function heardIn(sound: Int16Array): {
  isLoud: boolean;
  voices: number[];
  /** One voice and nothing else. */
  only: number | undefined;
} {
  let sum = 0;
  for (const sample of sound) sum += sample ** 2;
  const power = sound.length === 0 ? 0 : sum / sound.length;
  if (power < 200 ** 2) return { isLoud: false, voices: [], only: undefined };
  // A tone has half of its power there.
  const all = voices.map((hertz) => [hertz, strength(sound, hertz)] as const);
  const only = all.find(([, strong]) => strong > audible && strong > 0.45 * power)?.[0];
  return { isLoud: true, voices: all.filter(([, strong]) => strong > audible).map(([hertz]) => hertz), only };
}

/** Tone bursts with pauses, in milliseconds. */
export const wordsOf = (
  hertz: number,
  ...spoken: readonly (readonly [word: number, pause: number])[]
): Buffer =>
  Buffer.concat(
    spoken.flatMap(([word, pause]) => [
      ...Array.from({ length: Math.round(word / packetMs) }, () => toneOf(hertz)),
      Buffer.alloc(Math.round(pause / packetMs) * samplesOf, encode(0)),
    ]),
  );
