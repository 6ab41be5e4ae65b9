import { expect, test } from 'vitest';
import { paceOf, rangeOf } from './rules.ts';

test.each([
  [0, '0-25'],
  [25, '0-25'],
  [25.01, '26-50'],
  [100, '76-100'],
  [100.01, 'Above 100'],
])('%d percent is in the range %s', (percent, range) => expect(rangeOf(percent)).toBe(range));

test('what is left is spread over the days to come, what came in over the days that were', () => {
  expect(paceOf({ target: 100_000, achieved: 40_000, daysPassed: 20, daysPending: 10 })).toEqual({
    target: 100_000,
    achieved: 40_000,
    percentage: 40,
    drr: 6000,
    crr: 2000,
  });
  expect(paceOf({ target: 100, achieved: 400, daysPassed: 30, daysPending: 0 })).toMatchObject({
    drr: 0,
    crr: 13,
  });
  expect(paceOf({ target: null, achieved: 0, daysPassed: 1, daysPending: 29 })).toMatchObject({
    percentage: null,
    drr: null,
  });
});
