import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixed } from './list-mix.ts';

const lead = (id: number, listId: number | null, priority = 0) => ({ id, listId, priority });
/** A number of a sequence that repeats itself late enough. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
const many = (listId: number | null, from: number, count = 1000) =>
  Array.from({ length: count }, (_, i) => lead(from + i, listId));
const shares = [
  { listId: 1, percent: 70 },
  { listId: 2, percent: 30 },
];

test("many calls are split by the lists' shares, each list in order", () => {
  const chosen = mixed([...many(1, 0), ...many(2, 1000)], shares, 1000, randomOf(7));
  const of = (listId: number) => chosen.filter((one) => one.listId === listId).map(({ id }) => id);
  // Five times what chance spreads it by.
  expect(Math.abs(of(1).length - 700)).toBeLessThan(75);
  for (const ids of [of(1), of(2)]) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('one call at a time is drawn alike', () => {
  const random = randomOf(11);
  let first = 0;
  for (let i = 0; i < 1000; i += 1)
    if (mixed([lead(1, 1), lead(2, 2)], shares, 1, random)[0]?.listId === 1) first += 1;
  expect(Math.abs(first - 700)).toBeLessThan(75);
});

test('promised leads are first, and an empty list frees its share for the others', () => {
  const random = randomOf(3);
  expect(mixed([lead(1, 1), lead(2, 3, 10)], shares, 1, random)).toEqual([lead(2, 3, 10)]);
  expect(mixed([lead(1, 2), lead(2, 2)], shares, 2, random).map(({ id }) => id)).toEqual([1, 2]);
  // Lists without a share, and loans without a list, are called when the others are empty.
  const rest = [lead(1, 3), lead(2, null), lead(3, 2)];
  expect(mixed(rest, shares, 3, random).map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(
    mixed(
      [lead(1, 1), lead(2, 2)],
      [
        { listId: 1, percent: 0 },
        { listId: 2, percent: 100 },
      ],
      2,
      random,
    ),
  ).toEqual([lead(2, 2), lead(1, 1)]);
});

test('no lead is selected twice, and the batch is full if possible', () => {
  const leads = fc.array(fc.tuple(fc.option(fc.integer({ min: 1, max: 4 })), fc.constantFrom(0, 0, 10)), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      leads,
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 1, max: 1e6 }),
      (all, most, seed) => {
        const due = all.map(([listId, priority], id) => lead(id, listId, priority));
        const chosen = mixed(due, shares, most, randomOf(seed));
        expect(chosen).toHaveLength(Math.min(most, due.length));
        expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
      },
    ),
  );
});
