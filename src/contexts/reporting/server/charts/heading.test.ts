import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headingOf } from './heading.ts';

test("the remaining days repeat last month's receipts at this month's pace", () => {
  // Twice last month's pace: its late 300 become 600 now.
  expect(headingOf({ days: [100, 100], before: [50, 50, 100, 200], length: 4 })).toBe(800);
});

test('without a last month each day brings as much as those before it', () => {
  expect(headingOf({ days: [100, 200], before: [0, 0, 0], length: 30 })).toBe(4500);
  expect(headingOf({ days: [], before: [], length: 30 })).toBe(0);
});

test('a forecast is never below the amount received, and a past month equals it', () => {
  const amounts = fc.array(fc.nat({ max: 1e9 }), { minLength: 1, maxLength: 31 });
  fc.assert(
    fc.property(amounts, amounts, (days, before) => {
      const came = days.reduce((all, one) => all + one, 0);
      expect(headingOf({ days, before, length: Math.max(31, days.length) })).toBeGreaterThanOrEqual(came);
      expect(headingOf({ days, before: before.slice(0, days.length), length: days.length })).toBe(came);
    }),
  );
});
