import { expect, test } from 'vitest';
import { toneWav } from './tone.ts';
import { isWholeWav } from './wav.ts';

test('a recording is whole when its sound is as long as it says, and not nothing', () => {
  const whole = toneWav('a', 2);
  expect(isWholeWav(whole)).toBe(true);
  expect(isWholeWav(whole.subarray(0, 4000))).toBe(false);
  const unfinished = Buffer.from(whole);
  unfinished.writeUInt32LE(0, 4);
  unfinished.writeUInt32LE(0, 40);
  expect(isWholeWav(unfinished)).toBe(false);
  expect(isWholeWav(Buffer.from('not a sound at all'))).toBe(false);
});
