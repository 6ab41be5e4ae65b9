import { expect, test } from 'vitest';
import { mayHaveLetter } from './letter-rule.ts';

test('settlement letters are required for paid ones, or ones revoked with their payment', () => {
  expect(mayHaveLetter(true)).toBe(true);
  expect(mayHaveLetter(false)).toBe(false);
  expect(mayHaveLetter(false, [{ kind: 'call' }, { kind: 'payment' }])).toBe(false);
  expect(mayHaveLetter(false, [{ kind: 'call' }, { kind: 'letter' }])).toBe(true);
});
