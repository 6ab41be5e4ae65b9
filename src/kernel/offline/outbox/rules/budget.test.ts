import { expect, test } from 'vitest';
import { type LoanUse, budget, surplus, surplusReplies } from './budget.ts';

const day = 24 * 3_600_000;
const now = 1000 * day;
const many = (count: number, more: (id: number) => Partial<LoanUse> = () => ({})): LoanUse[] =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, use: i, bytes: 1000, ...more(i + 1) }));
const none = new Set<number>();

test('five hundred loans stay, those looked at last', () => {
  expect(surplus(many(500), none, now)).toEqual([]);
  expect(surplus(many(503), none, now)).toEqual([3, 2, 1]);
});

test('a loan with an unsent entry or a PTP near today is never evicted', () => {
  const loans = many(503, (id) =>
    id === 2 ? { due: now + 3 * day } : id === 3 ? { due: now + 4 * day } : {},
  );
  expect(surplus(loans, new Set([1]), now)).toEqual([5, 4, 3]);
});

test('large ones go before five megabytes are passed, pinned ones only at twenty-five', () => {
  const large = many(12, () => ({ bytes: budget.bytes / 10 }));
  expect(surplus(large, none, now)).toEqual([2, 1]);
  expect(surplus(large, new Set(large.map(({ id }) => id)), now)).toEqual([]);
  const huge = many(12, () => ({ bytes: budget.bytes }));
  expect(surplus(huge, new Set(huge.map(({ id }) => id)), now)).toHaveLength(7);
});

test('of the answers the oldest go', () => {
  const third = Math.floor(budget.replyBytes / 3);
  expect(surplusReplies(['a', 'b', 'c', 'd'].map((key) => ({ key, bytes: third })))).toEqual(['d']);
});
