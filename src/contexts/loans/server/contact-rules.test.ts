import { expect, test } from 'vitest';
import type { Failure } from '#kernel/contract/failure.ts';
import { contactsAfter } from './contact-rules.ts';

const before = {
  alternateContact1: '9000000001',
  alternateContact2: null,
  otherMobiles: ['9111112222', '9333332222', '9555556666'],
};

test('masked values are unchanged, unmasked ones are new', () => {
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

test('omitted fields are unchanged, null removes', () => {
  expect(contactsAfter(before, {}).changed).toEqual([]);
  expect(contactsAfter(before, { alternateContact1: null }).after.alternateContact1).toBeNull();
});

test.each([
  [{ alternateContact1: 'XXXXXX9999' }, 'alternateContact1'],
  [{ alternateContact2: 'XXXXXX0001' }, 'alternateContact2'],
  [{ otherMobiles: ['XXXXXX6666', 'XXXXXX6666'] }, 'otherMobiles.1'],
])('a masked number that does not exist is rejected', (edit, path) => {
  try {
    contactsAfter(before, edit);
    expect.unreachable();
  } catch (error) {
    expect((error as Failure).fields).toEqual([{ path, fault: 'invalid' }]);
  }
});

test('a number that is neither the previous nor the new value is reported with both', () => {
  const edit = { alternateContact1: '9111111111', was: { alternateContact1: 'XXXXXX7777' } };
  expect(contactsAfter(before, edit).differences).toEqual([
    { field: 'alternateContact1', wanted: '9111111111', found: '9000000001' },
  ]);
  const seen = { ...edit, was: { alternateContact1: 'XXXXXX0001' } };
  expect(contactsAfter(before, seen).differences).toEqual([]);
  expect(contactsAfter({ ...before, alternateContact1: '9111111111' }, edit).differences).toEqual([]);
});

test('additions and removals are idempotent sets with at least one number', () => {
  const edit = { removeMobiles: ['XXXXXX6666', 'XXXXXX0000'], addMobiles: ['9111112222', '9777778888'] };
  const once = contactsAfter(before, edit).after;
  expect(once.otherMobiles).toEqual(['9111112222', '9333332222', '9777778888']);
  expect(contactsAfter(once, edit).changed).toEqual([]);
  expect(() => contactsAfter(before, { removeMobiles: before.otherMobiles })).toThrow('INVALID_INPUT');
});
