import { expect, test } from 'vitest';
import { makeSelection } from './selection.ts';

test('selected rows of other pages remain selected when this page is deselected', () => {
  const selection = makeSelection();
  let seen = 0;
  const stop = selection.subscribe(() => (seen += 1));
  selection.set([1, 2, 3], true);
  selection.set([4, 5], true);
  selection.set([1, 2, 3], false);
  selection.toggle(4);
  expect([...selection.all()]).toEqual([5]);
  expect(seen).toBe(4);
  stop();
  selection.clear();
  expect(seen).toBe(4);
  expect(selection.all().size).toBe(0);
});
