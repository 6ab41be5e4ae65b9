/** What is to be heard in a recording: how long it is, and for how long each of our voices speaks. Pure. */
import { heardIn, samplesOf } from '../../fakes/sip/tones.ts';

const rate = 8000;
/** 16-bit mono, as an exchange writes it; answers seconds of each voice. */
export function heardInWav(bytes: Buffer): { seconds: number; voices: Map<number, number> } {
  const at = bytes.indexOf('data', 12, 'latin1') + 8;
  const samples = new Int16Array(Math.floor((bytes.length - at) / 2));
  for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(at + 2 * i);
  const voices = new Map<number, number>();
  for (let i = 0; i + samplesOf <= samples.length; i += samplesOf)
    for (const one of heardIn(samples.subarray(i, i + samplesOf)).voices)
      voices.set(one, (voices.get(one) ?? 0) + samplesOf / rate);
  return { seconds: samples.length / rate, voices };
}
