import { expect, test } from 'vitest';
import type { Failure } from '#contract/kernel/failure.ts';
import { contactsAfter } from './contact-rules.ts';

const before = {
  alternateContact1: '9000000001',
  alternateContact2: null,
  otherMobiles: ['9111112222', '9333332222', '9555556666'],
};

test('what is sent masked stays, what is sent whole is new', () => {
  const { after, changed } = contactsAfter(before, {
    alternateContact1: 'XXXXXX0001',
    alternateContact2: '9000000002',
    otherMobiles: ['XXXXXX6666', 'XXXXXX2222', '9777778888'],
  });
  expect(after).toEqual({
    alternateContact1: '9000000001',
    alternateContact2: '9000000002',
    otherMobiles: ['9555556666', '9111112222', '9777778888'],
  });
  expect(changed).toEqual(['alternateContact2', 'otherMobiles']);
});

test('two numbers that end alike are two numbers', () => {
  const { after } = contactsAfter(before, { otherMobiles: ['XXXXXX2222', 'XXXXXX2222'] });
  expect(after.otherMobiles).toEqual(['9111112222', '9333332222']);
});

test('what is left out stays, null takes away', () => {
  expect(contactsAfter(before, {}).changed).toEqual([]);
  expect(contactsAfter(before, { alternateContact1: null }).after.alternateContact1).toBeNull();
});

test.each([
  [{ alternateContact1: 'XXXXXX9999' }, 'alternateContact1'],
  [{ alternateContact2: 'XXXXXX0001' }, 'alternateContact2'],
  [{ otherMobiles: ['XXXXXX6666', 'XXXXXX6666'] }, 'otherMobiles.1'],
])('a masked number that is not there is refused', (edit, path) => {
  try {
    contactsAfter(before, edit);
    expect.unreachable();
  } catch (error) {
    expect((error as Failure).fields).toEqual([{ path, fault: 'invalid' }]);
  }
});
