import { expect, test } from 'vitest';
import { mayHaveLetter } from './letter-rule.ts';

test('letters are asked for where something is paid, or where one was revoked with its payment', () => {
  expect(mayHaveLetter(true)).toBe(true);
  expect(mayHaveLetter(false)).toBe(false);
  expect(mayHaveLetter(false, [{ kind: 'call' }, { kind: 'payment' }])).toBe(false);
  expect(mayHaveLetter(false, [{ kind: 'call' }, { kind: 'letter' }])).toBe(true);
});
