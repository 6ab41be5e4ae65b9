import { expect, test } from 'vitest';
import { brief, cashText } from './words.ts';

test('amounts of little room have three figures at most', () => {
  expect([0, 999.6, 51_270, 139_941, 2_139_941, 123_456_789].map(brief)).toEqual([
    '₹0',
    '₹1000',
    '₹51\u00A0K',
    '₹1.4\u00A0L',
    '₹21\u00A0L',
    '₹12\u00A0Cr',
  ]);
});

test('paise are shown where relevant, and a unit is not separated from its figure', () => {
  expect([0, 250, 250.5, 2_139_941].map(cashText)).toEqual(['₹0', '₹250', '₹250.50', '₹21.4\u00A0L']);
});
