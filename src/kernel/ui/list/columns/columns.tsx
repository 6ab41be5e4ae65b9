/** Typed columns: a builder accepts only fields of its type. */
import type { ReactNode } from 'react';
import type { Endpoint, WireRow } from '#kernel/contract/endpoint.ts';
import { metaOf } from '#kernel/contract/field.ts';
import {
  type Amount,
  type Column,
  type Holding,
  type Options,
  type Text,
  dash,
  makerOf,
  shown,
} from './column.ts';
import { shapesOf } from './column-shapes.tsx';
import {
  dayText,
  dayWords,
  exactRupees,
  hoursText,
  momentText,
  momentWords,
  money,
  rupees,
  shownShort,
} from '../../parts/values/format.ts';

export function columnsOf<E extends Endpoint>(endpoint: E) {
  type R = WireRow<E>;
  const make = makerOf(endpoint);
  return {
    ...amountsOf(endpoint),
    ...shapesOf(endpoint),
    text: (key: Holding<R, Text>, label: string, o?: Options<R>): Column<R> =>
      make(key, label, (row) => shown(row[key] as Text), 160, o),
    /** A value deeper in the row, as text. */
    of: (key: string, label: string, get: (row: R) => Text, o?: Options<R>): Column<R> =>
      make(key, label, (row) => shown(get(row)), 180, o),
    /** As a relative day; the full date is its text. */
    day: (key: Holding<R, Text>, label: string, o?: Options<R>): Column<R> => ({
      ...make(key, label, (row) => (row[key] ? dayText(row[key] as string) : dash), 124, o),
      cell: (row) => (row[key] ? dayWords(row[key] as string) : dash),
      short: (row) => (row[key] ? dayWords(row[key] as string) : dash),
    }),
    moment: (key: Holding<R, Text>, label: string, o?: Options<R>): Column<R> => ({
      ...make(key, label, (row) => (row[key] ? momentText(row[key] as string) : dash), 168, o),
      cell: (row) => (row[key] ? momentWords(row[key] as string) : dash),
      short: (row) => (row[key] ? momentWords(row[key] as string) : dash),
    }),
    /** Custom cell; `text` is its plain text. */
    custom: (
      key: string,
      label: string,
      cell: (row: R) => ReactNode,
      o: Options<R> & { text: (row: R) => string },
    ): Column<R> => ({ ...make(key, label, o.text, 160, o), cell }),
  };
}

/** Numbers and money: right-aligned, with tabular digits. */
function amountsOf<E extends Endpoint>(endpoint: E) {
  type R = WireRow<E>;
  const make = makerOf(endpoint);
  const fields = (endpoint.gives as unknown as { shape: Record<string, never> }).shape;
  const written = (how: (amount: number) => string) => (key: string) => (row: R) => {
    const amount = (row as Record<string, Amount>)[key];
    return typeof amount === 'number' ? how(amount) : dash;
  };
  const hours = written(hoursText);
  const ofMoney = (key: string): void => {
    // Numbers and money have one type: only the field identifies money.
    if (!fields[key] || metaOf(fields[key])?.kind !== 'rupees')
      throw new Error(`${endpoint.name}.${key} is not money`);
  };
  const count = written((amount) => amount.toLocaleString('en-IN'));
  return {
    number: (key: Holding<R, Amount>, label: string, o?: Options<R>): Column<R> => ({
      ...make(key, label, count(key), 96, o),
      isNumber: true,
    }),
    /** A length of time as HH:mm:ss. */
    seconds: (key: Holding<R, Amount>, label: string, o?: Options<R>): Column<R> => ({
      ...make(key, label, hours(key), 104, o),
      isNumber: true,
    }),
    money(key: Holding<R, Amount>, label: string, o?: Options<R>): Column<R> {
      ofMoney(key);
      return {
        // As wide as ₹98,76,543.21.
        ...make(key, label, written(money)(key), 136, o),
        cell: written(exactRupees)(key),
        isNumber: true,
        short: written(shownShort)(key),
      };
    },
    /** Balance with interest, in full rupees; the paise are in its text. */
    dues(key: Holding<R, Amount>, label: string, o?: Options<R>): Column<R> {
      ofMoney(key);
      return {
        ...make(key, label, written(money)(key), 124, o),
        cell: written(rupees)(key),
        isNumber: true,
        short: written(shownShort)(key),
      };
    },
  };
}
