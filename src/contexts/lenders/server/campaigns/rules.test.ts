import { expect, test } from 'vitest';
import { ratioOf } from './rules.ts';

test('progressive dials one call per agent, predictive the configured number', () => {
  expect(ratioOf('progressive', 7)).toBe(1);
  expect(ratioOf('predictive', 7)).toBe(7);
});
