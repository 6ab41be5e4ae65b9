import { expect, test } from 'vitest';
import {
  isLeaseOver,
  isPin,
  isPoorPin,
  isTooLong,
  leaseOf,
  mostHidden,
  mostIdle,
  mostWrong,
  usualLease,
  waitAfter,
  waitLeft,
} from './lock-rules.ts';

test('a PIN is six digits, and not the first a finder would try', () => {
  expect(['123456', '12345', '1234567', '12a456', ''].map(isPin)).toEqual([true, false, false, false, false]);
  expect(['111111', '123456', '987654', '567890'].map(isPoorPin)).toEqual([true, true, true, true]);
  expect(['481516', '102030', '112233'].map(isPoorPin)).toEqual([false, false, false]);
});

test('after three wrong PINs each further attempt is delayed more', () => {
  expect([1, 2, 3, 4, 5].map(waitAfter)).toEqual([0, 0, 15_000, 30_000, 60_000]);
  for (let wrong = 3; wrong < mostWrong; wrong++)
    expect(waitAfter(wrong + 1)).toBeGreaterThanOrEqual(waitAfter(wrong));
});

test('the delay expires by the clock; setting the clock to the past does not extend it', () => {
  const tries = { wrong: 4, wrongAt: 1_000_000 };
  expect(waitLeft(tries, 1_000_000)).toBe(30_000);
  expect(waitLeft(tries, 1_020_000)).toBe(10_000);
  expect(waitLeft(tries, 1_030_000)).toBe(0);
  expect(waitLeft(tries, 0)).toBe(30_000);
});

test('the lease expires 72 hours after the last server response, regardless of clock changes', () => {
  const heard = { contactAt: 0, lease: usualLease, seenAt: 0 };
  expect(isLeaseOver(heard, usualLease)).toBe(false);
  expect(isLeaseOver(heard, usualLease + 1)).toBe(true);
  const later = { ...heard, seenAt: usualLease - 1000 };
  expect(isLeaseOver(later, usualLease - 2000)).toBe(false);
  expect(isLeaseOver(later, 1000)).toBe(true);
});

test('the server may set the lease, within bounds', () => {
  expect([undefined, 24, 1, 1000].map(leaseOf).map((ms) => ms / 3_600_000)).toEqual([72, 24, 12, 168]);
});

test('five idle minutes or two out of sight lock', () => {
  expect(isTooLong({ activeAt: 0, hiddenAt: undefined }, mostIdle)).toBe(false);
  expect(isTooLong({ activeAt: 0, hiddenAt: undefined }, mostIdle + 1)).toBe(true);
  expect(isTooLong({ activeAt: 0, hiddenAt: 0 }, mostHidden + 1)).toBe(true);
});
