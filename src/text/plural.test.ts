import { expect, test } from 'vitest';
import { plural } from './plural.ts';

test('each language has its plural forms', () => {
  const loans = { one: '# loan', other: '# loans' };
  expect([0, 1, 2, 120000].map((n) => plural('en', n, loans))).toEqual([
    '0 loans',
    '1 loan',
    '2 loans',
    '1,20,000 loans',
  ]);
  // In Hindi zero and one have the same form.
  expect([0, 1, 2].map((n) => plural('hi', n, { one: '# दिन', other: '# दिनों' }))).toEqual([
    '0 दिन',
    '1 दिन',
    '2 दिनों',
  ]);
});
