import { expect, test } from 'vitest';
import { ownName, testName } from './copies.ts';

const call = '0b5f8c9a-30d1-4c2f-9a3e-6f2b1c7d8e90';

test('names of calls, of their parts and of tests are ours', () => {
  expect(ownName('recoup', `recoup-${call}`)).toEqual({ recId: call, part: 1, isProven: true });
  expect(ownName('recoup', `recoup-${call}-part-12`)).toEqual({ recId: call, part: 12, isProven: true });
  expect(ownName('north', `north-${call}`)).toEqual({ recId: call, part: 1, isProven: true });
  expect(ownName('north', `recoup-north-${call}-part-2`)).toEqual({ recId: call, part: 2, isProven: true });
  expect(ownName('recoup', testName(new Date(5), 'ab12'))).toEqual({ testedAt: 5 });
});

test('a name without a prefix may be of another product', () => {
  expect(ownName('recoup', call)).toEqual({ recId: call, part: 1, isProven: false });
  expect(ownName('recoup', `${call}-part-12`)).toEqual({ recId: call, part: 12, isProven: false });
});

test.each([
  `x-${call}`,
  `north-${call}`,
  `recoup-north-${call}`,
  `recoup-recoup-${call}`,
  `${call}x`,
  `${call}-part-`,
  `${call}-part-0`,
  `${call}-part-1`,
  `${call}-part-02`,
  `${call}-part-201`,
  `${call}-part-1234`,
  call.toUpperCase(),
  `voicemail/${call}`,
  'recoup-test',
  'recoup-test-1-zz',
  '20261129-101500-1001',
  '',
])('%s belongs to another user of the exchange', (name) => expect(ownName('recoup', name)).toBeUndefined());

test("a recording with the default application's name belongs to another agency where a custom name is used", () => {
  expect(ownName('north', call)).toBeUndefined();
  expect(ownName('north', `recoup-${call}`)).toBeUndefined();
});
