/** Column positions of a table. */
import type { Column } from '../columns/column.ts';

/** A column and, when it is pinned, its distance from the edge. */
export interface Cell {
  column: Column<never>;
  left?: number;
  right?: number;
}
interface TableLayout {
  cells: Cell[];
  /** The tracks of the grid that head, rows and totals share. */
  tracks: string;
}
export const boxWidth = 44;
const order = { start: 0, none: 1, end: 2 } as const;

/** Pinned columns first and last. `before` and `after` are the boxes at the edges: selection, expansion, menu. */
export function tableLayout(
  columns: readonly Column<never>[],
  { before, after }: { before: number; after: number },
): TableLayout {
  const sorted = [...columns].sort((a, b) => order[a.pin ?? 'none'] - order[b.pin ?? 'none']);
  let left = before * boxWidth;
  let right = after * boxWidth + sorted.reduce((sum, { pin, width }) => sum + (pin === 'end' ? width : 0), 0);
  const cells = sorted.map((column): Cell => {
    if (column.pin === 'start') {
      left += column.width;
      return { column, left: left - column.width };
    }
    if (column.pin !== 'end') return { column };
    right -= column.width;
    return { column, right };
  });
  // A pinned column has a fixed width, or the offset of the next one would be wrong.
  const track = ({ width, pin, isNumber, isSized }: Column<never>): string =>
    pin || isSized ? `${width}px` : `minmax(${width}px, ${isNumber ? 1 : width / 100}fr)`;
  const box = `${boxWidth}px`;
  const tracks = [
    ...Array<string>(before).fill(box),
    ...sorted.map(track),
    ...Array<string>(after).fill(box),
  ];
  return { cells, tracks: tracks.join(' ') };
}
