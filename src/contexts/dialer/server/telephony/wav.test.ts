import { expect, test } from 'vitest';
import { toneWav } from './tone.ts';
import { completedWav, isWholeWav, joinedWav, telephoneWav } from './wav.ts';

test('a recording is complete when its sound has the declared length above zero', () => {
  const whole = toneWav('a', 2);
  expect(isWholeWav(whole)).toBe(true);
  expect(isWholeWav(whole.subarray(0, 4000))).toBe(false);
  const unfinished = Buffer.from(whole);
  unfinished.writeUInt32LE(0, 4);
  unfinished.writeUInt32LE(0, 40);
  expect(isWholeWav(unfinished)).toBe(false);
  expect(isWholeWav(Buffer.from('not a sound at all'))).toBe(false);
});

test('speech is converted to telephone format with equal length, also without a declared one', () => {
  const rate = 22_050;
  const spoken = Buffer.alloc(44 + rate * 2);
  toneWav('a', 1).copy(spoken, 0, 0, 44);
  spoken.writeUInt32LE(rate, 24);
  spoken.writeUInt32LE(0x7f_ff_f0_00, 40);
  for (let i = 0; i < rate; i += 1) spoken.writeInt16LE(1000, 44 + i * 2);
  const made = telephoneWav(spoken);
  expect(isWholeWav(made)).toBe(true);
  expect(made.readUInt32LE(24)).toBe(8000);
  expect(made.length).toBe(44 + 8000 * 2);
  expect(made.readInt16LE(44 + 4000 * 2)).toBe(1000);
});

test('two sounds one after the other are one that is as long as both', () => {
  const [first, second] = [toneWav('a', 1), toneWav('b', 2)];
  const both = joinedWav([first, second]);
  expect(isWholeWav(both)).toBe(true);
  expect(both.readUInt32LE(40)).toBe(first.readUInt32LE(40) + second.readUInt32LE(40));
});

test('a header that was never completed gets the length of its sound, and what is no recording gets none', () => {
  const whole = toneWav('a', 2);
  for (const length of [0, whole.length * 2]) {
    const unfinished = Buffer.from(whole);
    unfinished.writeUInt32LE(length, 40);
    expect(completedWav(unfinished)?.equals(whole)).toBe(true);
    expect(completedWav(unfinished.subarray(0, 2001))?.readUInt32LE(40)).toBe(2001 - 44);
  }
  expect(completedWav(whole)).toBe(whole);
  expect(completedWav(Buffer.from('not a recording, though long enough to be one'))).toBeUndefined();
});
