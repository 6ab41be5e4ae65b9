import { expect, test } from 'vitest';
import { changesIn } from './changes.ts';

test('what differs is told with before and after, whatever kind it is of', () => {
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

test('an event without before and after tells its facts; one without facts nothing', () => {
  expect(changesIn({ added: ['list_user'], removed: [] })).toEqual([
    { field: 'added', before: null, after: 'list_user' },
  ]);
  expect([changesIn({}), changesIn(null), changesIn([1])]).toEqual([[], [], []]);
});
