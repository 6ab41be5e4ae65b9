import { expect, test } from 'vitest';
import { awaiting } from './awaiting.ts';

test('open decisions are pending and link to their list; closed ones are not', () => {
  const rows = [
    { title: 'Inprogress' as const, count: 19, amount: 500 },
    { title: 'Approved' as const, count: 4, amount: 90 },
    { title: 'QueryRaised' as const, count: 2, amount: 10 },
    { title: 'Void' as const, count: 1, amount: 1 },
  ];
  expect(awaiting(rows).map(({ title, count, to }) => [title, count, to])).toEqual([
    ['Inprogress', 19, '/settlement?status=Inprogress'],
    ['QueryRaised', 2, '/settlement?status=QueryRaised'],
  ]);
  expect(awaiting([])).toEqual([]);
});
