import { expect, test } from 'vitest';
import { lastDayOf } from './rules.ts';

const rest = { today: '2026-11-21', days: 14 };

test('a hold lasts the maximum of its reason, including today', () => {
  expect(lastDayOf(rest)).toBe('2026-12-04');
  expect(lastDayOf({ ...rest, days: 1 })).toBe('2026-11-21');
});

test('a hold may end before its maximum day, never later or in the past', () => {
  expect(lastDayOf({ ...rest, wanted: '2026-11-21' })).toBe('2026-11-21');
  expect(lastDayOf({ ...rest, wanted: '2026-12-04' })).toBe('2026-12-04');
  expect(() => lastDayOf({ ...rest, wanted: '2026-12-05' })).toThrow('INVALID_INPUT');
  expect(() => lastDayOf({ ...rest, wanted: '2026-11-20' })).toThrow('DATE_IN_PAST');
});
