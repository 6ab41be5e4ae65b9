import { expect, test } from 'vitest';
import { CopyText } from './copy-text.ts';

const written = (value: string | number | boolean | null): string => {
  const text = new CopyText(8);
  text.add([{ a: value, b: 1 }], ['a', 'b']);
  return text.bytes()?.toString() ?? '';
};

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
  expect(written(value)).toBe(`${text}\t1\n`);
});

test('it begins anew in the same memory, and is nothing when nothing was added', () => {
  const text = new CopyText();
  text.add([{ a: 1 }], ['a', 'missing']);
  expect(text.bytes()?.toString()).toBe('1\t\\N\n');
  text.clear();
  expect(text.bytes()).toBeUndefined();
});
