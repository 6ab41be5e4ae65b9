import { expect, test } from 'vitest';
import { filledIn, unknownIn } from './no-dues-rules.ts';

const words = {
  borrower: 'Asha Rao',
  loan: 'L-1',
  lender: 'Kaveri',
  amount: '₹9',
  day: '12-11-2026',
  number: 'NDL-1',
};

test('only placeholders are filled in', () => {
  expect(filledIn('{borrower} owes {lender} nothing on {loan}. {x}', words)).toBe(
    'Asha Rao owes Kaveri nothing on L-1. {x}',
  );
  // Placeholders within a value are not replaced.
  expect(filledIn('{borrower}', { ...words, borrower: '{loan}' })).toBe('{loan}');
});

test('an unknown placeholder is reported', () => {
  expect(unknownIn('{borrower} {day}')).toBeUndefined();
  expect(unknownIn('{borrower} {name}')).toBe('name');
  expect(unknownIn('{}')).toBe('');
});
