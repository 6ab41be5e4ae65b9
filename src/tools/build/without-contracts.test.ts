import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stripContracts } from './without-contracts.ts';

test('browser bundles exclude the contracts of master lists', () => {
  const lists = globSync('src/contexts/*/masters.ts');
  expect(lists.length).toBeGreaterThan(3);
  for (const path of lists) {
    const left = stripContracts(readFileSync(path, 'utf8'));
    expect([path, /import\('\.\/contract/.test(left)]).toEqual([path, false]);
    expect(left).toContain('screen: async () =>');
  }
});

test('an entry with an irregular contract reference fails the build', () => {
  expect(() => stripContracts(`{ name: 'a', contract: breaks }`)).toThrow('otherwise');
});
