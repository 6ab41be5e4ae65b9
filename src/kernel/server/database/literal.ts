/** SQL with inlined values, for COPY only, which accepts no parameters; everything else separates them. */
import pg from 'pg';
import { Fragment } from './sql.ts';

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (value instanceof Date) return value.toISOString();
  throw new Error(`no literal of this ${typeof value}`);
}
const elementOf = (value: unknown): string =>
  value === null ? 'null' : `"${textOf(value).replace(/["\\]/g, '\\$&')}"`;

/** Quoted and of no type, as a parameter is. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(elementOf).join(',')}}` : textOf(value));
}

export const inlined = ({ strings, values }: Fragment): string =>
  strings
    .map((piece, i) => {
      if (i >= values.length) return piece;
      const value = values[i];
      return piece + (value instanceof Fragment ? inlined(value) : literalOf(value));
    })
    .join('');
