import { expect, test } from 'vitest';
import { groupedAmount, placeAfter, plainAmount, settledAmount, typedRupees } from './amount.ts';

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
  ['१५००', '1,500'],
])('%s is shown as %s', (typed, shown) => {
  expect(groupedAmount(typed)).toBe(shown);
  expect(plainAmount(shown)).toBe(plainAmount(typed));
});

test('the cursor remains after the typed digit', () => {
  expect(placeAfter('1,25,000', 0)).toBe(0);
  expect(placeAfter('1,25,000', 2)).toBe(3);
  expect(placeAfter('1,25,000', 6)).toBe(8);
});

test.each([
  ['Rs500', '500', 500],
  ['1500/-', '1500', 1500],
  ['1500.5', '1500.5', 1500.5],
  ['12.', '12.', 12],
  ['many', 'many', Number.NaN],
  ['1234.567', '1234.567', Number.NaN],
])('%s becomes %s on blur', (typed, shown, rupees) => {
  expect(settledAmount(typed)).toBe(shown);
  expect(typedRupees(typed)).toBe(rupees);
});
