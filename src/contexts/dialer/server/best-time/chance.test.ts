import { expect, test } from 'vitest';
import {
  type Known,
  type Tally,
  bandAt,
  bestNumber,
  bestOf,
  chances,
  gainAt,
  hoursOf,
  known,
  noHours,
} from './chance.ts';

const hours = (of: Record<number, [answers: number, calls: number]>): Tally[] =>
  noHours().map((none, band) => {
    const [answers, calls] = of[band] ?? [0, 0];
    return calls > 0 ? { calls, answers } : none;
  });

const of = (counted: Tally[]): Known => ({ counted, weighed: counted });

test('hours are in IST, and hours outside the range join the nearest slot', () => {
  expect(bandAt(new Date('2026-11-20T05:00:00Z'))).toBe(1);
  expect(bandAt(new Date('2026-11-20T01:00:00Z'))).toBe(0);
  expect(bandAt(new Date('2026-11-20T16:00:00Z'))).toBe(5);
  expect(hoursOf(5)).toEqual({ from: 18, until: 20 });
});

test('hours are equal without data', () => {
  expect(new Set(chances(noHours(), noHours())).size).toBe(1);
  expect(bestOf(of(noHours()), noHours())).toBeNull();
});

test("calls of a number shift the campaign's hours, and a single one only slightly", () => {
  const campaign = noHours().map((_, band) => ({ calls: 1000, answers: band === 1 ? 400 : 200 }));
  expect(bestOf(of(noHours()), campaign)).toMatchObject({ from: 10, until: 12, isUsual: true });
  expect(bestOf(of(hours({ 5: [1, 1] })), campaign)).toMatchObject({ from: 10 });
  expect(bestOf(of(hours({ 5: [3, 4], 1: [1, 9] })), campaign)).toEqual({
    from: 18,
    until: 20,
    within: { calls: 4, answers: 3 },
    outside: { calls: 9, answers: 1 },
    isUsual: false,
  });
});

test('leads with past best hours are called before those with future ones', () => {
  const evening = hours({ 5: [3, 4], 1: [1, 9] });
  const morning = hours({ 1: [3, 4], 5: [1, 9] });
  expect(gainAt(1, morning, noHours())).toBeGreaterThan(gainAt(1, evening, noHours()));
  expect(gainAt(5, evening, noHours())).toBeGreaterThan(gainAt(5, morning, noHours()));
});

test('an unanswered number ranks below an untried one, and that below an answered one', () => {
  const [dead, fresh, good] = [hours({ 1: [0, 9] }), noHours(), hours({ 2: [6, 9] })];
  expect(bestNumber([dead, fresh])).toBe(1);
  expect(bestNumber([dead, fresh, good])).toBe(2);
  expect(bestNumber([fresh, fresh])).toBe(0);
  expect(bestNumber([])).toBe(0);
});

test('what was long ago weighs less than what was lately', () => {
  const past = [
    { hour: 9, daysAgo: 150, calls: 6, answers: 5 },
    { hour: 9, daysAgo: 5, calls: 3, answers: 0 },
    { hour: 17, daysAgo: 5, calls: 3, answers: 3 },
  ];
  const { counted, weighed } = known(past);
  expect(counted[0]).toEqual({ calls: 9, answers: 5 });
  const all = chances(weighed, noHours());
  expect(all.indexOf(Math.max(...all))).toBe(4);
});
