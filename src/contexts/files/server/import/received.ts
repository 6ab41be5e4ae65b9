/** Identity cells as received, staged next to their canonical form where they differ. */
import type { FileColumn } from '#contexts/files/contract/customer-file.ts';
import type { Value } from '#contexts/files/contract/reader/columns/column-kinds.ts';

/** Longer cells are no identity, and are cut. */
const most = 200;

interface ReceivedCells {
  /** Columns after those of the file. */
  keys: string[];
  of(cells: readonly string[], values: readonly Value[], at: ReadonlyMap<string, number>): (string | null)[];
}

export function receivedCells(columns: readonly FileColumn[]): ReceivedCells {
  const noted = columns.flatMap(({ key, received }, place) => (received ? [{ key, received, place }] : []));
  return {
    keys: noted.map(({ received }) => received),
    of: (cells, values, at) =>
      noted.map(({ key, place }) => {
        const cell = cells[at.get(key) ?? -1];
        return cell === undefined || cell === values[place] ? null : cell.slice(0, most);
      }),
  };
}
