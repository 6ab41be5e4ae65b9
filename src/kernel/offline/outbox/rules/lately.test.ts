import { expect, test } from 'vitest';
import { likenessOf, withLately, withoutLately, writtenLately } from './lately.ts';

const at = Date.parse('2026-11-29T06:02:00Z');
const minute = 60_000;
const noted = withLately({}, { id: 'a', likeness: 'same', at });

test('only repeats within two minutes are detected', () => {
  expect(writtenLately(noted, 'same', at + minute)).toBe(at);
  expect(writtenLately(noted, 'other', at + minute)).toBeUndefined();
  expect(writtenLately(noted, 'same', at + 2 * minute)).toBeUndefined();
  expect(writtenLately(undefined, 'same', at)).toBeUndefined();
});

test('a clock set to the past makes no entry recent', () => {
  expect(writtenLately(noted, 'same', at - 60 * minute)).toBeUndefined();
});

test('a withdrawn entry is no first one, and old ones are not stored', () => {
  expect(writtenLately(withoutLately(noted, 'a'), 'same', at)).toBeUndefined();
  const later = withLately(noted, { id: 'b', likeness: 'same', at: at + 3 * minute });
  expect(later.lately).toEqual([{ id: 'b', likeness: 'same', at: at + 3 * minute }]);
});

test('a likeness depends on the content, not on the order of fields, and reveals little of it', async () => {
  const [one, again, other] = await Promise.all([
    likenessOf({ loanId: 7, amount: 3240 }),
    likenessOf({ amount: 3240, loanId: 7, comments: undefined }),
    likenessOf({ loanId: 7, amount: 3241 }),
  ]);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
  expect(one).toHaveLength(8);
});
