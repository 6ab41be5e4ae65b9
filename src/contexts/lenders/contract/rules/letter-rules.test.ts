import { expect, test } from 'vitest';
import { isAllowedAddress, unreadableIn } from './letter-rules.ts';

const written = 'Lender.example, desk@partner.example\n@bank.example';

test.each([
  ['a@lender.example', true],
  ['A@LENDER.EXAMPLE', true],
  ['desk@partner.example', true],
  ['x@bank.example', true],
  ['other@partner.example', false],
  ['a@evil.lender.example', false],
  ['a@lender.example.evil.test', false],
  ['a@notlender.example', false],
  ['a@evil.test', false],
])('an email to %s: %s', (to, isAllowed) => {
  expect(isAllowedAddress(to, written)).toBe(isAllowed);
});

test('an empty allow list allows no recipient; invalid items are reported', () => {
  expect(isAllowedAddress('a@lender.example', '')).toBe(false);
  expect(unreadableIn(written)).toBeUndefined();
  expect(unreadableIn('')).toBeUndefined();
  expect(unreadableIn('lender.example, *')).toBe('*');
  expect(unreadableIn('example')).toBe('example');
});
