/**
 * Parameters of the URL by name and type. A screen declares what it reads; invalid values are dropped, because any
 * user may edit a URL.
 */
import * as z from 'zod/mini';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { metaOf } from '#kernel/contract/field.ts';
import { type UrlState, useUrlState } from './url.ts';

type Reader<T> = (text: string) => T | undefined;

/** The id of a row. */
export const rowId: Reader<number> = (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
export const words: Reader<string> = (text) => text || undefined;
export const oneOf =
  <const T extends string>(options: readonly T[]): Reader<T> =>
  (text) =>
    options.find((one) => one === text);

/** Reads parameters with an endpoint's input schema: values it would reject are dropped. */
export function takenBy<E extends Endpoint, const N extends keyof Input<E> & string>(
  endpoint: E,
  name: N,
): Reader<NonNullable<Input<E>[N]>> {
  const schema = endpoint.takes.shape[name];
  if (!schema) throw new Error(`${endpoint.name} does not take ${name}`);
  const kind = metaOf(schema)?.kind;
  return (text) => {
    const value =
      kind === 'id' || kind === 'number' ? Number(text) : kind === 'flag' ? text === 'true' : text;
    return text !== '' && z.safeParse(schema, value).success
      ? (value as NonNullable<Input<E>[N]>)
      : undefined;
  };
}

type Readers = Readonly<Record<string, Reader<string | number | boolean>>>;
type Search<R extends Readers> = { readonly [N in keyof R]?: NonNullable<ReturnType<R[N]>> };

/** All that is read of an address. */
export const searchOf = <R extends Readers>(readers: R, all: Readonly<Record<string, string>>): Search<R> =>
  Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) => {
      const value = all[name] === undefined ? undefined : read(all[name]);
      return value === undefined ? [] : [[name, value] as const];
    }),
  ) as Search<R>;

interface TypedSearch<R extends Readers> {
  search: Search<R>;
  /** Undefined removes a parameter. */
  set(
    patch: { readonly [N in keyof R]?: NonNullable<ReturnType<R[N]>> | undefined },
    how?: Parameters<UrlState['set']>[1],
  ): void;
}
/** `const { search, set } = useSearch({ file: rowId })`: `search.file` is a number, or not there. */
export function useSearch<R extends Readers>(readers: R): TypedSearch<R> {
  const { all, set } = useUrlState();
  return {
    search: searchOf(readers, all),
    set: (patch, how) =>
      set(
        Object.fromEntries(
          Object.entries(patch).map(([name, value]) => [
            name,
            value === undefined ? undefined : String(value),
          ]),
        ),
        how,
      ),
  };
}
