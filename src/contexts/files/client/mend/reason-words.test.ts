import { expect, test } from 'vitest';
import { tooManyCells } from '#contexts/files/contract/reader/row-sense.ts';
import { reasonWords } from './reason-words.ts';

test('a reason with amounts shows both', () => {
  expect(reasonWords(tooManyCells(13, 15))).toMatch(/^13 .* 15 /);
});
test('an empty required cell and an unknown reason have a text', () => {
  expect(reasonWords('LOAN NUMBER missing')).toBe('It is empty, and needed');
  expect(reasonWords('a reason of a later version')).toBe('a reason of a later version');
});
