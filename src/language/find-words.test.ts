import { expect, test } from 'vitest';
import { findWords } from './find-words.ts';

test('a word is found by its name, by what others call it and by what is said of it', () => {
  expect(findWords('rpc')[0]?.name).toBe('RPC');
  expect(findWords('Right-party')[0]?.name).toBe('RPC');
  expect(findWords('voice blast').map(({ name }) => name)).toContain('IVR');
  expect(findWords('no such word at all')).toEqual([]);
});

test('with nothing typed all words of the trade stand in the order of the alphabet, and none of the machine', () => {
  const names = findWords('').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(80);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(names).toEqual(expect.arrayContaining(['AHT', 'bucket', 'occupancy', 'PTP']));
  expect(names).not.toContain('idempotency key');
});
