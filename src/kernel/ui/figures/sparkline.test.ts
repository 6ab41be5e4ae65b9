import { expect, test } from 'vitest';
import { pointsOf } from './sparkline.tsx';

test('the minimum is at the bottom, the maximum at the top, and both edges are reached', () => {
  expect(pointsOf([0, 10, 5])).toBe('0.0,26.0 50.0,2.0 100.0,14.0');
});

test('what does not change is a level line, and one value is none', () => {
  expect(pointsOf([3, 3])).toBe('0.0,26.0 100.0,26.0');
  expect(pointsOf([3])).toBe('');
});
