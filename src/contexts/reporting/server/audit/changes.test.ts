import { expect, test } from 'vitest';
import { changesIn } from './changes.ts';

test('differences are shown with before and after, for every type', () => {
  const facts = {
    before: { name: 'Tea', duration: 10, same: 'x', flags: ['a'] },
    after: { name: 'Lunch', duration: 30, same: 'x', flags: [], target: null },
  };
  expect(changesIn(facts)).toEqual([
    { field: 'name', before: 'Tea', after: 'Lunch' },
    { field: 'duration', before: '10', after: '30' },
    { field: 'flags', before: 'a', after: null },
  ]);
});

test('an event without before and after shows its facts; one without facts shows nothing', () => {
  expect(changesIn({ added: ['list_user'], removed: [] })).toEqual([
    { field: 'added', before: null, after: 'list_user' },
  ]);
  expect([changesIn({}), changesIn(null), changesIn([1])]).toEqual([[], [], []]);
});
