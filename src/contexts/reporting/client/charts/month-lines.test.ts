import { expect, test } from 'vitest';
import { linesOf } from './month-lines.ts';

const day = (collected: number) => ({ collected });

test('the chart grows daily, and the forecast starts where the actuals finish', () => {
  const lines = linesOf({
    length: 4,
    target: 400,
    collected: 30,
    heading: 70,
    days: [day(10), day(20)],
    before: [day(5), day(0), day(5)],
  });
  expect(lines).toEqual([
    { day: 1, now: 10, before: 5, target: 100, heading: null },
    { day: 2, now: 30, before: 5, target: 200, heading: 30 },
    { day: 3, now: null, before: 10, target: 300, heading: 50 },
    { day: 4, now: null, before: null, target: 400, heading: 70 },
  ]);
});

test('a chart without target has no target series; the last day has no forecast', () => {
  const [only] = linesOf({ length: 1, target: null, collected: 5, heading: 5, days: [day(5)], before: [] });
  expect(only).toEqual({ day: 1, now: 5, before: null, target: null, heading: 5 });
});
