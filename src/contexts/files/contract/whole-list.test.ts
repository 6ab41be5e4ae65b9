import { expect, test } from 'vitest';
import { mustConfirm } from './whole-list.ts';

test.each([
  [0, 0, false],
  [0, 1000, false],
  [1, 20, false],
  [1, 19, true],
  [50, 1000, false],
  [51, 1000, true],
  [50, 999, true],
  [51, 1_000_000, true],
])('%i missing of %i active loans: typed first is %s', (missing, active, isAsked) => {
  expect(mustConfirm(missing, active)).toBe(isAsked);
});
