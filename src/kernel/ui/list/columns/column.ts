/** What a column is, and what every builder starts from. */
import type { ReactNode } from 'react';
import type { Endpoint, WireRow } from '#kernel/contract/endpoint.ts';

export interface Column<R> {
  key: string;
  label: string;
  /** What a table cell shows. */
  cell: (row: R) => ReactNode;
  /** The same as plain text: titles, cards, filters of the eye. */
  text: (row: R) => string;
  width: number;
  /** The user set its width, so it does not grow. */
  isSized?: boolean;
  isNumber?: boolean;
  /** Custom cell with text that may wrap. */
  wraps?: boolean;
  sort?: string;
  /** Pinned during horizontal scrolling. */
  pin?: 'start' | 'end';
  /** Hidden until the user chooses it. */
  folded?: boolean;
  /** How a card shows it when it is not the headline. */
  short?: (row: R) => string;
}
export interface Options<R> {
  width?: number;
  pin?: 'start' | 'end';
  sort?: string;
  folded?: boolean;
  wraps?: boolean;
  text?: (row: R) => string;
}
/** Fields of a row with type V. */
export type Holding<R, V> = { [K in keyof R]-?: R[K] extends V ? K : never }[keyof R] & string;
export type Text = string | null | undefined;
export type Amount = number | null | undefined;

export const dash = '–';
export const shown = (value: Text): string =>
  value === null || value === undefined || value === '' ? dash : value;

/** Column builders of one list: text by default, sortable where the list allows. */
export function makerOf<E extends Endpoint>(endpoint: E) {
  const sorts = sortsOf(endpoint);
  return (
    key: string,
    label: string,
    text: (row: WireRow<E>) => string,
    width: number,
    o: Options<WireRow<E>> = {},
  ): Column<WireRow<E>> => ({
    key,
    label,
    text,
    cell: text,
    width: o.width ?? width,
    pin: o.pin,
    folded: o.folded,
    wraps: o.wraps,
    sort: o.sort ?? (sorts.has(key) ? key : undefined),
  });
}

/** The columns a list endpoint lets a person sort by. */
function sortsOf(endpoint: Endpoint): Set<string> {
  const schema = endpoint.takes.shape.sort as unknown as
    { _zod: { def: { innerType?: { _zod: { def: { entries?: object } } } } } } | undefined;
  return new Set(
    Object.keys(schema?._zod.def.innerType?._zod.def.entries ?? {}).filter((name) => !name.startsWith('-')),
  );
}
