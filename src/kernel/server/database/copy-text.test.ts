import { expect, test } from 'vitest';
import { copyLine, copyLines } from './copy-text.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  [null, '\\N'],
  [true, 't'],
  [false, 'f'],
  [0, '0'],
  [2_147_483_647, '2147483647'],
  [2_147_483_648, '2147483648'],
  [900_719_925_474_099, '900719925474099'],
  [-5, '-5'],
  [1.5, '1.5'],
  ['a\tb\nc\rd\\e', 'a\\tb\\nc\\rd\\\\e'],
  ['भुगतान\tका', 'भुगतान\\tका'],
  ['x'.repeat(5000), 'x'.repeat(5000)],
])('%j is written as COPY reads it', (value, text) => {
  expect(copyLine([value, 1])).toBe(`${text}\t1\n`);
});

test('each row is a line, and null where it lacks a column', () => {
  expect(copyLines([{ a: 1 }, { a: 2, b: 'two' }], ['a', 'b'])).toBe('1\t\\N\n2\ttwo\n');
  expect(copyLines([], ['a'])).toBe('');
});
