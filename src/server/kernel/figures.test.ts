import { expect, test } from 'vitest';
import { monthOf, paceOf } from './figures.ts';

test('today is a day that passed and one that is left', () => {
  const { daysPassed, pendingDays } = monthOf(undefined, new Date('2026-11-22T12:00:00Z'));
  expect([daysPassed, pendingDays]).toEqual([22, 9]);
  expect(monthOf(undefined, new Date('2026-11-30T12:00:00Z')).pendingDays).toBe(1);
  expect(monthOf('102026', new Date('2026-11-22T12:00:00Z'))).toMatchObject({
    daysPassed: 31,
    pendingDays: null,
  });
});

test('what is left is spread over the days to come with today, what came in over the days that were', () => {
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
