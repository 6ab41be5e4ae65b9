import { expect, test } from 'vitest';
import { tail } from './normal.ts';

test.each([
  [-9, 1],
  [-1.96, 0.9750021],
  [0, 0.5],
  [1, 0.1586553],
  [3.0902323, 0.001],
  [6.001, 9.805e-10],
  [12, 1.7765e-33],
])('the share beyond %d deviations', (x, share) => {
  expect(Math.abs(tail(x) / share - 1)).toBeLessThan(0.001);
});
