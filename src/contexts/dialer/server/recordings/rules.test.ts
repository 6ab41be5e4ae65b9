import { expect, test } from 'vitest';
import { isGivenUp, nextTry } from './rules.ts';

test('a recording fetch is retried after seconds, for most of a day, then abandoned', () => {
  let at = new Date(0);
  let tries = 0;
  for (; !isGivenUp(tries); tries += 1) at = nextTry(tries, at);
  expect(nextTry(0, new Date(0))).toEqual(new Date(2000));
  expect(at.getTime()).toBeGreaterThan(12 * 3_600_000);
  expect(at.getTime()).toBeLessThan(24 * 3_600_000);
});
