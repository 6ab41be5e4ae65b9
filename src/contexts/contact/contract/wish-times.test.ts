import { expect, test } from 'vitest';
import { clocks, spanFault } from './wish-times.ts';

test.each([
  ['14:00', '16:00', null],
  ['14:30', '18:30', null],
  ['14:00', '18:30', 'long'],
  ['06:00', '22:00', 'long'],
  ['16:00', '14:00', 'order'],
  ['14:00', '14:00', 'order'],
  ['14:15', '16:00', 'clock'],
  ['2pm', '16:00', 'clock'],
  ['', '', 'clock'],
  ['23:00', '24:00', 'clock'],
] as const)('from %s until %s is %s', (from, until, fault) => {
  expect(spanFault({ from, until })).toBe(fault);
});

test('every half hour of the waking day can be chosen', () => {
  expect([clocks[0], clocks[1], clocks.at(-1), clocks.length]).toEqual(['06:00', '06:30', '22:00', 33]);
});
