import { expect, test } from 'vitest';
import { allEndpoints } from './contract.ts';

const said = allEndpoints().map(({ name, about = '' }) => ({ name, about }));

test('every endpoint has a description of one sentence', () => {
  expect(said.length).toBeGreaterThan(300);
  expect(said.filter(({ about }) => !/^\p{Lu}.{6,138}\.$/su.test(about))).toEqual([]);
});

test('endpoint descriptions are unique', () => {
  const names = Map.groupBy(said, ({ about }) => about);
  expect([...names.values()].filter((same) => same.length > 1)).toEqual([]);
});
