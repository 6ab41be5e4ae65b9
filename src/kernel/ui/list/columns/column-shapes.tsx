/** Columns with rendered cells: yes or no, states, users, tags. */
import type { ReactNode } from 'react';
import type { Endpoint, WireRow } from '#kernel/contract/endpoint.ts';
import { kitText } from '#text/en/kit.ts';
import { type Named, Person, type Tagged, Tags, fullName } from '../cells.tsx';
import { type Column, type Holding, type Options, type Text, dash, makerOf, shown } from './column.ts';
import { StatusPill, type Tone } from '../../parts/values/status-pill.tsx';

export function shapesOf<E extends Endpoint>(endpoint: E) {
  type R = WireRow<E>;
  const make = makerOf(endpoint);
  return {
    flag: (key: Holding<R, boolean | null>, label: string, o?: Options<R>): Column<R> =>
      make(key, label, (row) => (row[key] ? kitText.yes : kitText.no), 96, o),
    /** A state as a pill; the tone marks good or bad. */
    pill<K extends Holding<R, Text>>(
      key: K,
      label: string,
      toneOf: (value: NonNullable<R[K]>) => Tone,
      o?: Options<R>,
    ): Column<R> {
      const column = make(key, label, (row) => shown(row[key] as Text), 140, o);
      const cell = (row: R): ReactNode =>
        row[key] ? <StatusPill tone={toneOf(row[key])}>{String(row[key])}</StatusPill> : dash;
      return { ...column, cell };
    },
    person(key: Holding<R, Named | null>, label: string, o?: Options<R>): Column<R> {
      const read = (row: R): Named | null => row[key] as Named | null;
      const name = (row: R): string => {
        const person = read(row);
        return shown(person && [fullName(person), person.roleName].filter(Boolean).join(' · '));
      };
      const cell = (row: R): ReactNode => (read(row) ? <Person of={read(row) as Named} /> : dash);
      return { ...make(key, label, name, 200, o), cell };
    },
    tags(key: Holding<R, readonly Tagged[]>, label: string, o?: Options<R>): Column<R> {
      const read = (row: R): readonly Tagged[] => row[key] as readonly Tagged[];
      const names = (row: R): string =>
        shown(
          read(row)
            .map(({ name }) => name)
            .join(', '),
        );
      const cell = (row: R): ReactNode => (read(row).length ? <Tags of={read(row)} /> : dash);
      return { ...make(key, label, names, 180, o), cell };
    },
  };
}
