import { expect, test } from 'vitest';
import { faultOf } from './contact-faults.ts';

test.each([
  ['XXXXXX1234', 'XXXXXX1234', true, undefined],
  ['', '', false, undefined],
  ['', 'XXXXXX1234', false, undefined],
  ['', 'XXXXXX1234', true, 'Min 10 characters required.'],
  ['', '', true, 'Min 10 characters required.'],
  ['987654321', '', false, 'Min 10 characters required.'],
  ['98765432101', '', false, 'Max 10 characters allowed'],
  ['XXXXXX1235', 'XXXXXX1234', false, 'Digits only'],
  ['9876543210', 'XXXXXX1234', true, undefined],
])('%s instead of %s, needed: %s, shows %s', (value, before, isNeeded, said) => {
  expect(faultOf(value, before, isNeeded)).toBe(said);
});
