import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigitOf, isGstin } from './gstin.ts';

// Published numbers of firms; the check digit of each is its last.
const right = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'];

test.each(right)('%s is right', (gstin) => expect(isGstin(gstin)).toBe(true));

test.each([
  ['', 'nothing'],
  ['27AAPFU0939F1Z', 'one too short'],
  ['27AAPFU0939F1ZVX', 'one too long'],
  ['27aapfu0939f1zv', 'small letters'],
  ['27AAPFU0939F1ZW', 'another check digit'],
  ['27AAPF10939F1ZV', 'a digit where the PAN has a letter'],
  [`45AAPFU0939F1Z${checkDigitOf('45AAPFU0939F1Z')}`, 'a state that is not there'],
  [`27AAPFU0939F0Z${checkDigitOf('27AAPFU0939F0Z')}`, 'an entity that cannot be'],
])('%s is wrong: %s', (gstin) => expect(isGstin(gstin)).toBe(false));

test('one wrong character is always detected', () => {
  const place = fc.integer({ min: 0, max: 14 });
  const letter = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));
  fc.assert(
    fc.property(fc.constantFrom(...right), place, letter, (gstin, at, other) => {
      fc.pre(gstin.charAt(at) !== other);
      expect(isGstin(gstin.slice(0, at) + other + gstin.slice(at + 1))).toBe(false);
    }),
  );
});
