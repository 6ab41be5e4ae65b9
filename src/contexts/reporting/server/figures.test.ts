import { expect, test } from 'vitest';
import { monthOf, paceOf } from './figures.ts';

test('today is both a past and a remaining day', () => {
  const { daysPassed, pendingDays } = monthOf(undefined, new Date('2026-11-22T12:00:00Z'));
  expect([daysPassed, pendingDays]).toEqual([22, 9]);
  expect(monthOf(undefined, new Date('2026-11-30T12:00:00Z')).pendingDays).toBe(1);
  expect(monthOf('102026', new Date('2026-11-22T12:00:00Z'))).toMatchObject({
    daysPassed: 31,
    pendingDays: null,
  });
});

test('the remainder is spread across the days from today, receipts across the past ones', () => {
  const month = { daysPassed: 20, pendingDays: 11 };
  expect(paceOf({ target: 100_000, achieved: 40_000 }, month)).toEqual({
    target: 100_000,
    achieved: 40_000,
    percentage: 40,
    drr: 5455,
    crr: 2000,
  });
  expect(paceOf({ target: 100, achieved: 400 }, { daysPassed: 30, pendingDays: 1 })).toMatchObject({
    drr: 0,
    crr: 13,
  });
  expect(paceOf({ target: null, achieved: 0 }, month)).toMatchObject({ percentage: null, drr: null });
  expect(paceOf({ target: 100, achieved: 0 }, { daysPassed: 31, pendingDays: null }).drr).toBeNull();
});

test('the month before is compared up to the same day, or to its last', () => {
  const told = (now: string): unknown => {
    const { back, untilBefore } = monthOf(undefined, new Date(now));
    return [back(1).values, back(3).values, untilBefore.values];
  };
  expect(told('2026-11-22T12:00:00Z')).toEqual([['2026-10-01'], ['2026-08-01'], ['2026-10-22']]);
  expect(told('2027-03-31T12:00:00Z')).toEqual([['2027-02-01'], ['2026-12-01'], ['2027-02-28']]);
  expect(told('2027-01-05T12:00:00Z')).toEqual([['2026-12-01'], ['2026-10-01'], ['2026-12-05']]);
});
