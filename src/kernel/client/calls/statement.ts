/**
 * A statement of a screen: a value, that there is none, or that it is not available here. Never `none` for a value that
 * this device does not have.
 */
import { Unreachable } from './api-failure.ts';
import type { Reading } from './queries/query.ts';

export type Statement<T> =
  | { state: 'known'; value: T }
  | { state: 'none' }
  /** Not on this device, and the server cannot be reached. */
  | { state: 'away' }
  /** The server answered with an error. */
  | { state: 'failed' }
  | { state: 'pending' };

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** State of a field: the server sends null for none; a field that a device does not cache is undefined. */
export const statementOf = <T>(value: T | null | undefined): Statement<T> =>
  value === undefined
    ? { state: 'away' }
    : isEmpty(value)
      ? { state: 'none' }
      : { state: 'known', value: value as T };

type Read<T> = Pick<Reading<never>, 'error'> & { data: T | null | undefined };

/** Of what a screen reads, or of a part of it. */
export function statementIn<T, V = T>(
  { data, error }: Read<T>,
  pick: (data: T) => V | null | undefined = (all) => all as unknown as V,
): Statement<V> {
  if (data !== undefined) return data === null ? { state: 'none' } : statementOf(pick(data));
  if (error) return { state: error instanceof Unreachable ? 'away' : 'failed' };
  return { state: 'pending' };
}
