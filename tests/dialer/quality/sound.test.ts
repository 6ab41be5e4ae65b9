import { expect, test } from 'vitest';
import {
  levelsOf,
  readWav,
  silencesOf,
  speechLevel,
} from '../../../src/contexts/dialer/contract/quality/sound.ts';
import { soundOf, wavOf } from './spoken.ts';

const rate = 8000;

test('a file of 8 or 16 bits, of one channel or two, is read as it sounds', () => {
  for (const bits of [8, 16] as const) {
    const sound = soundOf([[{ seconds: 1, loud: 0.5 }], [{ seconds: 1, loud: 0.05 }]], { rate, bits });
    expect(sound).toMatchObject({ rate, channels: 2, length: rate });
    const [one, other] = [0, 1].map((channel) => levelsOf(sound, channel));
    // A tone is 3 dB under its peak.
    expect(one?.[10]).toBeCloseTo(-9, 0);
    expect(other?.[10]).toBeCloseTo(-29, 0);
  }
});

test('what is no sound we know is not read', () => {
  expect(readWav(new ArrayBuffer(0))).toBeUndefined();
  expect(readWav(new TextEncoder().encode('ID3 something else'.repeat(9)).buffer)).toBeUndefined();
  const compressed = wavOf([[{ seconds: 1, loud: 0.5 }]], { rate, bits: 16 });
  new DataView(compressed).setUint16(20, 7, true);
  expect(readWav(compressed)).toBeUndefined();
});

test('silence is detected at any noise level, and a click does not interrupt it', () => {
  for (const noise of [0, 0.004]) {
    const spoken = [
      { seconds: 3, loud: 0.3 },
      { seconds: 4, loud: 0 },
      { seconds: 0.04, loud: 0.3 },
      { seconds: 4, loud: 0 },
      { seconds: 2, loud: 0.2 },
      { seconds: 1, loud: 0 },
      { seconds: 2, loud: 0.2 },
      { seconds: 3, loud: 0 },
    ];
    const levels = levelsOf(soundOf([spoken], { rate, bits: 16, noise }), 0);
    const found = silencesOf(levels, 2);
    expect(found.map(({ from, to }) => [Math.round(from), Math.round(to)])).toEqual([
      [3, 11],
      [16, 19],
    ]);
  }
});

test('a call without speech is silent throughout', () => {
  const levels = levelsOf(soundOf([[{ seconds: 9, loud: 0 }]], { rate, bits: 16, noise: 0.001 }), 0);
  expect(speechLevel(levels)).toBeGreaterThan(-60);
  expect(silencesOf(levels, 2)).toHaveLength(1);
});
