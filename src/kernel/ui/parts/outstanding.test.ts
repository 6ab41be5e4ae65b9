import { expect, test } from 'vitest';
import { money } from './format.ts';
import { principalText, totalText } from './outstanding.ts';

const loan = { principalOutstanding: 0, totalOutstanding: 0 };

test('amounts that no file has stated are not shown as zero', () => {
  const unknown = { ...loan, isTotalKnown: false };
  expect(totalText(unknown)).toBe('Not stated');
  expect(principalText(unknown)).toBe('Not stated');
  expect(principalText({ ...unknown, principalOutstanding: 9000 })).toBe('₹9,000');
});

test('a stated zero is shown as zero, also in rows of an older version', () => {
  expect(totalText({ ...loan, isTotalKnown: true })).toBe('₹0');
  expect(principalText(loan, money)).toBe('₹0.00');
});
