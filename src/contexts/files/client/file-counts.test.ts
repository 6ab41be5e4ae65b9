import { expect, test } from 'vitest';
import { hasCount } from './file-counts.ts';

test('the result of a payment file excludes new, re-activated and uncontactable loans', () => {
  const of = ['newLoansCount', 'reActiveLoansCount', 'missingLoansCount', 'dncLoansCount'] as const;
  expect(of.filter((count) => hasCount('PAYMENT_FILE', count))).toEqual([]);
  expect(of.filter((count) => hasCount('CUSTOMER_FILE', count))).toEqual(of);
  expect(hasCount('PAYMENT_FILE', 'paymentsToHoldCount')).toBe(true);
  expect(hasCount('CUSTOMER_FILE', 'paymentsToHoldCount')).toBe(false);
});
