/** Synthetic audio: intervals of a tone as loud as a voice, or of silence, in one channel or two. */

import { type Sound, readWav } from '../../../src/contexts/dialer/contract/quality/sound.ts';

export interface Spoken {
  seconds: number;
  /** Peak, of one; nothing is silence. */
  loud: number;
}
interface How {
  rate: number;
  bits: 8 | 16;
  /** Peak of the line's noise, which is the same in every run. */
  noise?: number;
}
const header = 44;

function samplesOf(spoken: readonly Spoken[], { rate, noise = 0 }: How): number[] {
  let seed = 7;
  return spoken.flatMap(({ seconds, loud }) =>
    Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return loud * Math.sin((2 * Math.PI * 200 * i) / rate) + noise * ((2 * seed) / 2_147_483_647 - 1);
    }),
  );
}

export function wavOf(channels: readonly (readonly Spoken[])[], how: How): ArrayBuffer {
  const sides = channels.map((spoken) => samplesOf(spoken, how));
  const length = Math.max(...sides.map((side) => side.length));
  const bytes = how.bits / 8;
  const size = length * bytes * sides.length;
  const file = Buffer.alloc(header + size);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + size, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(sides.length, 22);
  file.writeUInt32LE(how.rate, 24);
  file.writeUInt32LE(how.rate * bytes * sides.length, 28);
  file.writeUInt16LE(bytes * sides.length, 32);
  file.writeUInt16LE(how.bits, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(size, 40);
  for (let i = 0; i < length; i += 1)
    sides.forEach((side, channel) => {
      const at = header + (i * sides.length + channel) * bytes;
      const value = side[i] ?? 0;
      if (bytes === 1) file[at] = 128 + Math.round(127 * value);
      else file.writeInt16LE(Math.round(32_767 * value), at);
    });
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
}

export function soundOf(channels: readonly (readonly Spoken[])[], how: How): Sound {
  const sound = readWav(wavOf(channels, how));
  if (!sound) throw new Error('a file of our own making is not read');
  return sound;
}
