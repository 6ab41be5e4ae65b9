/** Typed columns: a builder only takes fields that hold what it shows. */
import type { ReactNode } from 'react';
import type { Endpoint, WireRow } from '#contract/kernel/endpoint.ts';
import { metaOf } from '#contract/kernel/field.ts';
import { dayText, momentText, money, moneyShort } from './format.ts';

export interface Column<R> {
  key: string;
  label: string;
  /** What a table cell shows. */
  cell: (row: R) => ReactNode;
  /** The same as plain text: titles, cards, filters of the eye. */
  text: (row: R) => string;
  width: number;
  isNumber?: boolean;
  sort?: string;
  /** Kept in view while the table scrolls sideways. */
  pin?: 'start' | 'end';
  /** How a card shows it when it is not the headline. */
  short?: (row: R) => string;
}
interface Options<R> {
  width?: number;
  pin?: 'start' | 'end';
  sort?: string;
  text?: (row: R) => string;
}
type Holding<R, V> = { [K in keyof R]-?: R[K] extends V ? K : never }[keyof R] & string;
type Text = string | null | undefined;
type Amount = number | null | undefined;

const dash = '–';
const shown = (value: Text): string => (value === null || value === undefined || value === '' ? dash : value);

export function columnsOf<E extends Endpoint>(endpoint: E) {
  type R = WireRow<E>;
  const sorts = sortsOf(endpoint);
  const fields = (endpoint.gives as unknown as { shape: Record<string, never> }).shape;
  const make = (
    key: string,
    label: string,
    text: (row: R) => string,
    width: number,
    o: Options<R> = {},
  ): Column<R> => ({
    key,
    label,
    text,
    cell: text,
    width: o.width ?? width,
    pin: o.pin,
    sort: o.sort ?? (sorts.has(key) ? key : undefined),
  });
  const kindOf = (key: string): string | undefined => (fields[key] ? metaOf(fields[key])?.kind : undefined);
  return {
    text: (key: Holding<R, Text>, label: string, o?: Options<R>): Column<R> =>
      make(key, label, (row) => shown(row[key] as Text), 160, o),
    /** A value deeper in the row, as text. */
    of: (key: string, label: string, get: (row: R) => Text, o?: Options<R>): Column<R> =>
      make(key, label, (row) => shown(get(row)), 180, o),
    number: (key: Holding<R, Amount>, label: string, o?: Options<R>): Column<R> => ({
      ...make(key, label, (row) => ((row[key] as Amount) ?? dash).toLocaleString('en-IN'), 96, o),
      isNumber: true,
    }),
    money(key: Holding<R, Amount>, label: string, o?: Options<R>): Column<R> {
      if (kindOf(key) !== 'rupees') throw new Error(`${endpoint.name}.${key} is not money`);
      const read = (row: R): Amount => row[key] as Amount;
      return {
        ...make(
          key,
          label,
          (row) => (typeof read(row) === 'number' ? money(read(row) as number) : dash),
          140,
          o,
        ),
        isNumber: true,
        short: (row) => (typeof read(row) === 'number' ? moneyShort(read(row) as number) : dash),
      };
    },
    day: (key: Holding<R, Text>, label: string, o?: Options<R>): Column<R> =>
      make(key, label, (row) => (row[key] ? dayText(row[key] as string) : dash), 116, o),
    moment: (key: Holding<R, Text>, label: string, o?: Options<R>): Column<R> =>
      make(key, label, (row) => (row[key] ? momentText(row[key] as string) : dash), 176, o),
    /** One cell drawn by hand; `text` says the same in words. */
    custom: (
      key: string,
      label: string,
      cell: (row: R) => ReactNode,
      o: Options<R> & { text: (row: R) => string },
    ): Column<R> => ({
      ...make(key, label, o.text, 160, o),
      cell,
    }),
  };
}

/** The columns a list endpoint lets a person sort by. */
function sortsOf(endpoint: Endpoint): Set<string> {
  const schema = endpoint.takes.shape.sort as unknown as
    { _zod: { def: { innerType?: { _zod: { def: { entries?: object } } } } } } | undefined;
  return new Set(
    Object.keys(schema?._zod.def.innerType?._zod.def.entries ?? {}).filter((name) => !name.startsWith('-')),
  );
}
