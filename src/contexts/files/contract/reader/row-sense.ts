/** Row-level checks: split amounts, and contradicting amounts. Pure. */
import type { FileColumn } from '../customer-file.ts';
import type { RowReason } from './file-cells.ts';
import type { Noted } from './notice-book.ts';

const zero = 48;
/** `00` or `000` after one to three digits: an unquoted amount such as 1,00,000. */
export function isPiece(cells: readonly string[], place: number | undefined): boolean {
  const cell = place === undefined ? undefined : cells[place];
  if (!place || cell === undefined || cell.charCodeAt(0) !== zero) return false;
  return /^0\d{1,2}(\.\d+)?$/.test(cell) && /^[1-9]\d{0,2}$/.test(cells[place - 1]?.trim() ?? '');
}

/** Adds the row-level notices of an accepted row. */
export function notedOfRow(
  columns: readonly FileColumn[],
): (values: readonly (string | number | null)[], noted: Noted[]) => void {
  const pos = columns.findIndex(({ key }) => key === 'principalOutstanding');
  const tos = columns.findIndex(({ key }) => key === 'totalOutstanding');
  if (pos < 0 || tos < 0) return () => undefined;
  return (values, noted) => {
    const [principal, total] = [values[pos], values[tos]];
    if (typeof principal !== 'number' || typeof total !== 'number' || principal <= total) return;
    const inRupees = (paise: number): string => (paise / 100).toFixed(2);
    noted.push({ column: 'POS', kind: 'pos-above-tos', cell: inRupees(principal), value: inRupees(total) });
  };
}

/** An amount split at a comma into two cells: `1` and `500`. */
const hasSplitAmount = (cells: readonly string[], places: readonly number[]): boolean =>
  places.some(
    (place) =>
      /^[1-9]\d?$/.test(cells[place]?.trim() ?? '') && /^\d{3}(\.\d+)?$/.test(cells[place + 1]?.trim() ?? ''),
  );

/** A skipped cell, with its index in the row. */
export interface LeftOut {
  column: FileColumn;
  place: number | undefined;
  cell: string;
  /** Whether the column reads such a cell. */
  reads: (cell: string) => boolean;
}
/** Kinds distinguishable by value: two-digit numbers may be amounts. */
const distinct: readonly FileColumn['kind'][] = ['mobile', 'date', 'pan', 'pincode', 'state', 'agent'];
const mostShift = 3;
/** One of the next cells belongs to this column, not to the one it is in. */
const isShifted = (left: readonly LeftOut[]): boolean =>
  left.some(
    ({ column, place = Infinity, reads }) =>
      distinct.includes(column.kind) &&
      left.some(
        (other) =>
          other.place !== undefined &&
          other.place > place &&
          other.place <= place + mostShift &&
          other.column.kind !== column.kind &&
          reads(other.cell),
      ),
  );

/** Why a row with skipped cells has misplaced cells, despite the right number. */
export function misplacedFault(
  cells: readonly string[],
  left: readonly LeftOut[],
  amounts: readonly number[],
): RowReason | undefined {
  if (left.length === 0) return undefined;
  if (left.some(({ column }) => column.needsLetter) && hasSplitAmount(cells, amounts))
    return 'amount without quotes?';
  return left.length > 1 && isShifted(left)
    ? 'cells in the wrong columns: is there a name or address without quotes?'
    : undefined;
}

/** Cells of a line up to the last that is filled. */
function filledTo(cells: readonly string[]): number {
  let count = cells.length;
  while (count > 0 && (cells[count - 1] ?? '').trim() === '') count -= 1;
  return count;
}

export const tooManyCells = (columns: number, cells: number): RowReason =>
  `${columns} columns in the header, ${cells} cells in this row: is there an amount or address without quotes?`;

/** Why the cells of a line cannot belong to the columns of its header. */
export function widthFault(
  cells: readonly string[],
  width: number,
  amounts: readonly number[],
): RowReason | undefined {
  const filled = filledTo(cells);
  if (filled > width) return tooManyCells(width, filled);
  return hasSplitAmount(cells, amounts) ? tooManyCells(width, cells.length) : undefined;
}
