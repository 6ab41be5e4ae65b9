import { expect, test } from 'vitest';
import { inlined } from './literal.ts';
import { sql } from './sql.ts';

test('a value remains one value, whatever its characters', () => {
  const hostile = "x' or true; -- \\";
  expect(inlined(sql`name = ${hostile}`)).toBe(String.raw`name =  E'x'' or true; -- \\'`);
  expect(inlined(sql`name = any(${['a', 'b"c\\', null]}::text[])`)).toBe(
    String.raw`name = any( E'{"a","b\\"c\\\\",null}'::text[])`,
  );
});

test('numbers, days and nothing are quoted as parameters are: without a type', () => {
  const nested = sql`and at > ${new Date(0)}`;
  expect(inlined(sql`n = ${5} ${nested} and x is not distinct from ${null} and y = ${true}`)).toBe(
    "n = '5' and at > '1970-01-01T00:00:00.000Z' and x is not distinct from null and y = 'true'",
  );
  expect(() => inlined(sql`x = ${{ a: 1 }}`)).toThrow('object');
});
