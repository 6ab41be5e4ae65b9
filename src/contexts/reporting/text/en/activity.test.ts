import { expect, test } from 'vitest';
import { activityText } from './activity.ts';
import { chartsText } from './charts.ts';

test('one break, one promise and one call are not many', () => {
  expect([activityText.taken(1), activityText.taken(2)]).toEqual(['1 break', '2 breaks']);
  expect(chartsText.calendarAbout('1', '₹500')).toBe('1 promise, ₹500');
  expect([chartsText.cell('1', '0'), chartsText.cell('2', '1')]).toEqual([
    '1 call, 0 connected',
    '2 calls, 1 connected',
  ]);
});
