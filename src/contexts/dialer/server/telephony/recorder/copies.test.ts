import { expect, test } from 'vitest';
import { ownName, testName } from './copies.ts';

const call = '0b5f8c9a-30d1-4c2f-9a3e-6f2b1c7d8e90';

test('names of calls, of their parts and of tests are ours', () => {
  expect(ownName('recoup', call)).toEqual({ recId: call, part: 1 });
  expect(ownName('recoup', `${call}-part-12`)).toEqual({ recId: call, part: 12 });
  expect(ownName('north', `north-${call}`)).toEqual({ recId: call, part: 1 });
  expect(ownName('recoup', testName(new Date(5), 'ab12'))).toEqual({ testedAt: 5 });
});

test.each([
  `x-${call}`,
  `north-${call}`,
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

test('a name of the usual application belongs to another agency where the application has a name of its own', () => {
  expect(ownName('north', call)).toBeUndefined();
});
