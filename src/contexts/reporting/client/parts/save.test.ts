import { expect, test } from 'vitest';
import { csvOf } from './save.ts';

test('commas and quotes stay in their cell, and no cell becomes a formula', () => {
  expect(
    csvOf(
      ['Lender', 'Collected'],
      [
        ['Rao, "Sons"', 12.5],
        ['=1+1', 0],
        ['-', 3],
      ],
    ),
  ).toBe('\uFEFFLender,Collected\r\n"Rao, ""Sons""",12.5\r\n\'=1+1,0\r\n\'-,3\r\n');
});
