import { expect, test } from 'vitest';
import { ratioOf } from './rules.ts';

test('progressive dials one call for each agent, predictive what was asked', () => {
  expect(ratioOf('progressive', 7)).toBe(1);
  expect(ratioOf('predictive', 7)).toBe(7);
});
