/** SQL whose values stand in its text, for COPY alone, which takes no parameters; everything else keeps them apart. */
import pg from 'pg';
import { Fragment } from './sql.ts';

const elementOf = (value: unknown): string =>
  value === null ? 'null' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;

/** Quoted and of no type, as a parameter is. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(elementOf).join(',')}}`);
  if (typeof value === 'object') throw new Error('no literal of an object');
  return pg.escapeLiteral(String(value));
}

export const inlined = ({ strings, values }: Fragment): string =>
  strings
    .map((piece, i) => {
      if (i >= values.length) return piece;
      const value = values[i];
      return piece + (value instanceof Fragment ? inlined(value) : literalOf(value));
    })
    .join('');
