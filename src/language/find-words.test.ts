import { expect, test } from 'vitest';
import { findWords } from './find-words.ts';

test('a term is found by name, synonym and description', () => {
  expect(findWords('rpc')[0]?.name).toBe('RPC');
  expect(findWords('Right-party')[0]?.name).toBe('RPC');
  expect(findWords('voice blast').map(({ name }) => name)).toContain('IVR');
  expect(findWords('no such word at all')).toEqual([]);
});

test('an empty search lists all trade terms alphabetically, without technical ones', () => {
  const names = findWords('').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(80);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(names).toEqual(expect.arrayContaining(['AHT', 'bucket', 'occupancy', 'PTP']));
  expect(names).not.toContain('idempotency key');
});
