import { expect, test } from 'vitest';
import { ApiFailure, Unreachable } from './api-failure.ts';
import { statementIn, statementOf } from './statement.ts';

test.each([
  [undefined, 'away'],
  [null, 'none'],
  ['', 'none'],
  [[], 'none'],
  [0, 'known'],
  [false, 'known'],
  [['x'], 'known'],
])('a field that is %j is %s', (value, state) => {
  expect(statementOf(value).state).toBe(state);
});

test('what was not read is never stated as none', () => {
  const failed = new ApiFailure(500, {});
  expect(statementIn({ data: undefined, error: null }).state).toBe('pending');
  expect(statementIn({ data: undefined, error: new Unreachable('away') }).state).toBe('away');
  expect(statementIn({ data: undefined, error: failed }).state).toBe('failed');
  expect(statementIn({ data: [], error: null }).state).toBe('none');
  expect(statementIn({ data: { holds: undefined }, error: null }, ({ holds }) => holds).state).toBe('away');
});
