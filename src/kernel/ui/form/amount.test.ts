import { expect, test } from 'vitest';
import { groupedAmount, placeAfter, plainAmount } from './amount.ts';

test.each([
  ['5', '5'],
  ['999', '999'],
  ['1000', '1,000'],
  ['125000.5', '1,25,000.5'],
  ['12345678', '1,23,45,678'],
  ['1234.', '1,234.'],
  ['₹1,25,000.50', '1,25,000.50'],
  ['', ''],
  ['-5', '-5'],
  ['many', 'many'],
])('%s is shown as %s', (typed, shown) => {
  expect(groupedAmount(typed)).toBe(shown);
  expect(plainAmount(shown)).toBe(plainAmount(typed));
});

test('the cursor stays behind the digit that was typed', () => {
  expect(placeAfter('1,25,000', 0)).toBe(0);
  expect(placeAfter('1,25,000', 2)).toBe(3);
  expect(placeAfter('1,25,000', 6)).toBe(8);
});
