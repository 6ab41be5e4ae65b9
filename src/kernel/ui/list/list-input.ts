/** List input derived from the URL. */
import { useMemo, useState } from 'react';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { defaultPageSize, pageSizes } from '#kernel/contract/list.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { type Filter, inputFrom, withDefaults } from './filters.ts';
import type { ListSpec } from './list-spec.ts';
import { type Selection, makeSelection } from './rows/selection.ts';

const noFilters: readonly Filter[] = [];

/** Page number of a link, or the first. */
export function pageFrom(word: string | undefined): number {
  const page = Number(word ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
export function sizeFrom(word: string | undefined): number {
  return pageSizes.find((size) => String(size) === word) ?? defaultPageSize;
}

export interface ListInput {
  input: Record<string, unknown> & { page: number; size: number };
  /** The names in the address that narrow the list. */
  narrowing: string[];
}

export function useListInput<E extends Endpoint>(spec: ListSpec<E>): ListInput {
  const { filters = noFilters, fixed, active } = spec;
  const { all } = useUrlState();
  // One string, so that equal URLs have equal inputs.
  const words = JSON.stringify(all);
  return useMemo(() => {
    const said = JSON.parse(words) as Record<string, string>;
    const filtered = inputFrom(filters, said);
    const input = {
      ...inputFrom(filters, withDefaults(filters, said)),
      ...(active ? { isActive: said.isActive !== 'false' } : {}),
      ...fixed,
      ...(said.q ? { q: said.q } : {}),
      ...(said.sort ? { sort: said.sort } : {}),
      page: pageFrom(said.page),
      // An unpaged list has a fixed size.
      size: Number(fixed?.size ?? sizeFrom(said.size)),
    };
    return { input, narrowing: [...Object.keys(filtered), ...(said.q ? ['q'] : [])] };
  }, [filters, fixed, active, words]);
}

const placing = new Set(['page', 'size', 'sort']);

/** What narrows the list, without the page and its order. */
export const filterOf = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !placing.has(name)));

/** The selection of these rows; another search or filter starts a new one, another page or order does not. */
export function useSelectionOf(input: object): Selection {
  const scope = JSON.stringify(Object.entries(filterOf(input)));
  const [held, setHeld] = useState(() => ({ scope, selection: makeSelection() }));
  if (held.scope === scope) return held.selection;
  const fresh = { scope, selection: makeSelection() };
  setHeld(fresh);
  return fresh.selection;
}
