import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine, unmarked } from './csv-safe.ts';

const formulas = [
  '=1+1',
  '+1',
  '-1+cmd',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\u200b=1',
  '\u00a0@x',
  '＝1',
  '\r=1',
  '|calc',
  '%0a',
  'a;=1',
  'a\t=1',
  '-12.50+cmd',
];

test.each(formulas)('%j is marked as text', (text) => {
  expect(csvCell(text).startsWith(`"'`)).toBe(true);
});

test('ordinary words, numbers and quotes pass as they are', () => {
  expect(csvLine(['Asha "Rao"', -12.5, null, '12, Temple Road', "D'Souza", "'tis"])).toBe(
    `"Asha ""Rao""",-12.5,"","12, Temple Road","D'Souza","'tis"\r\n`,
  );
});

test('whatever was written is read back, mark or no mark', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', ';', '\t', ' ', 'a', '"') }),
    fc.constantFrom(...formulas),
  );
  const inner = (quoted: string): string => quoted.slice(1, -1).replaceAll('""', '"');
  fc.assert(fc.property(cell, (text) => unmarked(inner(csvCell(text))) === text));
});
