import { describe, expect, test } from 'vitest';
import { type Fragment, compile, join, name, named, sql, where } from './sql.ts';

const pair = (a: unknown, b: unknown): Fragment => sql`a = ${a} and b = ${b}`;

describe('a statement', () => {
  test('has its parameters separate from its text, in order', () => {
    const query = sql`select ${name('t.x')} from t ${where([sql`x = ${1}`, false, sql`y in (${join([sql`${2}`, sql`${3}`])})`])} limit ${4}`;
    expect(compile(query)).toEqual({
      text: 'select t.x from t where x = $1 and y in ($2, $3) limit $4',
      values: [1, 2, 3, 4],
    });
  });

  test('of equal pieces differs when interpolated elsewhere', () => {
    const inner = sql`now()`;
    const texts = [
      pair(inner, 1),
      pair(1, inner),
      pair(inner, inner),
      pair(1, 2),
      pair(sql`now() + ${5}`, 1),
    ];
    const twice = [...texts, ...texts].map((one) => compile(one).text);
    const expected = [
      'a = now() and b = $1',
      'a = $1 and b = now()',
      'a = now() and b = now()',
      'a = $1 and b = $2',
      'a = now() + $1 and b = $2',
    ];
    expect(twice).toEqual([...expected, ...expected]);
  });

  test('has one name for one text, wherever it was written', () => {
    const here = sql`select 1 as a`;
    expect(named(sql`select 1 as a`).name).toBe(named(here).name);
    expect(named(pair(1, 2)).name).toBe(named(pair(3, 4)).name);
    expect(named(pair(1, 2)).name).not.toBe(named(pair(1, sql`now()`)).name);
  });
});
