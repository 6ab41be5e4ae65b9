import { expect, test } from 'vitest';
import { checkCallerId, ratioOf } from './rules.ts';

test('progressive dials one call for each agent, predictive what was asked', () => {
  expect(ratioOf('progressive', 7)).toBe(1);
  expect(ratioOf('predictive', 7)).toBe(7);
});

test('a caller id is a number as a line shows it, or none', () => {
  for (const right of ['1600123456', '+912261234567', '140', '', null, undefined])
    expect(() => checkCallerId(right)).not.toThrow();
  for (const wrong of ['Asha Bank', '12', '+', '1600-123456', '1234567890123456'])
    expect(() => checkCallerId(wrong)).toThrow('INVALID_INPUT');
});
