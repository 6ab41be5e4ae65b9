/** Seals the numbers of a row before it is staged: from the file on they lie nowhere in clear. */
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import type { Value } from '#contexts/files/contract/reader/columns/column-kinds.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { receivedCells } from './received.ts';
import { sealNumber } from './seal-number.ts';
import { sealedKey } from './stage.ts';

export interface Sealer {
  /** Columns after those of the file. */
  keys: string[];
  /** Masked values, then received cells and encrypted values. */
  of(values: Value[], cells: readonly string[], at: ReadonlyMap<string, number>): Value[];
}

export function sealer(columns: readonly FileColumn[], safe: Safe, clientId: number): Sealer {
  const sealed = columns.flatMap(({ key, sealed: what }, place) => (what ? [{ key, what, place }] : []));
  const received = receivedCells(columns);
  return {
    keys: [...received.keys, ...sealed.map(({ key }) => sealedKey(key))],
    of(values, cells, at) {
      values.push(...received.of(cells, values, at));
      for (const { what, place } of sealed) {
        const value = values[place];
        const number = typeof value === 'string' ? sealNumber(safe, what, clientId, value) : undefined;
        if (number) values[place] = number.mask;
        values.push(number?.sealed ?? null);
      }
      return values;
    },
  };
}
