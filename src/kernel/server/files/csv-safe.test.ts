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

test('ordinary text, numbers and quotes pass unchanged', () => {
  expect(csvLine(['Asha "Rao"', -12.5, null, '12, Temple Road', "D'Souza", "'tis"])).toBe(
    `"Asha ""Rao""",-12.5,"","12, Temple Road","D'Souza","'tis"\r\n`,
  );
});

test('any text survives a round-trip, with or without prefix', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', ';', '\t', ' ', 'a', '"') }),
    fc.constantFrom(...formulas),
  );
  const inner = (quoted: string): string => quoted.slice(1, -1).replaceAll('""', '"');
  fc.assert(fc.property(cell, (text) => unmarked(inner(csvCell(text))) === text));
});

test.each(['0012345', '12345678901234567', '12E45', "'0012"])(
  'the number %s is prefixed as text and read unchanged',
  (number) => {
    const cell = csvCell(number).slice(1, -1);
    expect(cell).toBe(`'${number}`);
    expect(unmarked(cell)).toBe(number);
  },
);
test.each(['123456789012345', 'RC110000001', '0', '9876543210', '05/11/2026'])(
  'the text %s is not marked',
  (text) => expect(csvCell(text)).toBe(`"${text}"`),
);
