import { expect, test } from 'vitest';
import { loudnessOf, wordOf } from './loudness.ts';

const tone = (amplitude: number): Float32Array =>
  Float32Array.from({ length: 1024 }, (_, i) => amplitude * Math.sin(i / 5));

test('the level of a microphone rises with its sound, from none to full scale', () => {
  expect(loudnessOf(new Float32Array(1024))).toBe(0);
  expect(loudnessOf([])).toBe(0);
  const levels = [0.0005, 0.005, 0.1, 1].map((amplitude) => loudnessOf(tone(amplitude)));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect(levels.map(wordOf)).toEqual(['silent', 'low', 'good', 'high']);
  expect(loudnessOf([9, 9])).toBe(1);
});
