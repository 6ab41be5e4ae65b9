import { expect, test } from 'vitest';
import type { Failure } from '#kernel/contract/failure.ts';
import { inputFor } from './versions.ts';

const endpoint = { version: 3, earlier: ({ sum }: Record<string, unknown>) => ({ amount: sum }) };
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as Failure).code;
  }
  return 'not refused';
};

test('current payloads are unchanged, those of the previous version are upgraded', () => {
  expect(inputFor(endpoint, 3, { amount: 5 })).toEqual({ amount: 5 });
  expect(inputFor(endpoint, 2, { sum: 5 })).toEqual({ amount: 5 });
});

test('an older app must be updated, and one newer than this node is queued', () => {
  expect(codeOf(() => inputFor(endpoint, 1, {}))).toBe('CLIENT_TOO_OLD');
  expect(codeOf(() => inputFor({ version: 2 }, 1, {}))).toBe('CLIENT_TOO_OLD');
  expect(codeOf(() => inputFor(endpoint, 4, {}))).toBe('BUSY');
});
