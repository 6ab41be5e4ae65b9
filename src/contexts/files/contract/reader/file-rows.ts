/** Reads one row of a file: its values, or why it has none. Pure. */
import type { FileColumn } from '../customer-file.ts';
import { type Note, type RowReason, Refused, isAadhaar } from './file-cells.ts';
import { isDerivedColumn } from './columns/file-mapping.ts';
import { mobilesOf } from './file-mobiles.ts';
import { saysNothing } from './file-names.ts';
import { isBlank, isNoNumber, isTotal } from './file-text.ts';
import type { Noted } from './notice-book.ts';
import { type LeftOut, isPiece, misplacedFault, notedOfRow, tooManyCells } from './row-sense.ts';
import { type Names, type Read, type Value, readOf } from './columns/column-kinds.ts';

export interface Bad {
  reason: RowReason;
  field: string;
  /** The loan the row names all the same. */
  loanNumber?: string;
  /** The row's loan is unclear. */
  isUnclear?: boolean;
}
/** The values in the order of the columns, or why the row cannot be one. */
export type RowReader = (cells: readonly string[]) => Value[] | Bad;
export const isBad = (read: Value[] | Bad): read is Bad => !Array.isArray(read);

interface Planned {
  column: FileColumn;
  place: number | undefined;
  fixed: string;
  read: Read;
  /** Index for a second number. */
  second: number;
}
const cellOf = ({ place, fixed }: Planned, cells: readonly string[]): string =>
  place === undefined ? fixed : (cells[place] ?? '').trim();

const silent: Note = () => undefined;

/** Facts of an unreadable row: which loan is on the lender's list. */
function refusedOf(
  plan: readonly Planned[],
  cells: readonly string[],
  reason: RowReason,
  field: string,
): Bad {
  const byKey = (key: string): string => {
    const one = plan.find(({ column }) => column.key === key);
    return one ? cellOf(one, cells) : '';
  };
  const loan = plan.find(({ column }) => column.key === 'loanNumber');
  const cell = byKey('loanNumber');
  if (cell === '') {
    const first = cells.find((one) => one.trim() !== '') ?? '';
    if (isTotal(first.trim())) return { reason: 'a total, not a loan', field };
    // Without a person: totals below a list belong to no loan.
    return byKey('name') || byKey('mobile') ? { reason, field, isUnclear: true } : { reason, field };
  }
  const named = loan && valueOf(loan.read, cell, silent);
  if (typeof named === 'string') return { reason, field, loanNumber: named };
  return isTotal(cell) ? { reason, field } : { reason, field, isUnclear: true };
}

function valueOf(read: Read, cell: string, note: Note): Value | Refused {
  try {
    return read(cell, note);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** Kinds without personal data: usable as examples. */
const impersonal: readonly FileColumn['kind'][] = ['amount', 'count', 'date', 'state', 'pincode'];
const isShown = ({ kind, isBirth }: FileColumn, cell: string): boolean =>
  impersonal.includes(kind) && !isBirth && !isAadhaar(cell);

/** Notices of the current row; discarded if the row is rejected. */
class RowNotes {
  readonly list: Noted[] = [];
  #column: FileColumn | undefined;
  #cell = '';

  begin(column: FileColumn, cell: string): void {
    this.#column = column;
    this.#cell = cell;
  }
  add(column: FileColumn, cell: string, more: Pick<Noted, 'kind' | 'reason' | 'value'>): void {
    const { value, ...rest } = more;
    const shown = isShown(column, cell) && { cell, ...(value && { value }) };
    this.list.push({ column: column.header, ...rest, ...shown });
  }
  /** One function for all cells: a reader has one for its notices. */
  readonly note: Note = (kind, value) => {
    if (this.#column) this.add(this.#column, this.#cell, { kind, ...(value && { value }) });
  };
}

const isNone = (value: Value | Refused): boolean => value === null || value instanceof Refused;
type Unread = Pick<Refused, 'reason'>;
const isUnread = (value: Value | Unread): value is Unread => typeof value === 'object' && value !== null;

/** Value of a cell, null if empty, or why the row is rejected. */
function readCell(
  { column, place, read }: Planned,
  cell: string,
  { cells, notes, left }: { cells: readonly string[]; notes: RowNotes; left: LeftOut[] },
): Value | Unread {
  const { header, required, kind, isSpare } = column;
  const missing = (): Unread => ({ reason: `${header.toLowerCase()} missing` });
  if (cell === '' || (required ? kind === 'loan number' && isNoNumber(cell) : isBlank(cell)))
    return required ? missing() : null;
  if (kind === 'amount' && isPiece(cells, place)) return { reason: 'amount without quotes?' };
  notes.begin(column, cell);
  const before = notes.list.length;
  const value = valueOf(read, cell, notes.note);
  if (!(value instanceof Refused)) return value === null && required ? missing() : value;
  notes.list.length = before;
  if (!isSpare) return value;
  if (saysNothing(cell)) return null;
  notes.add(column, cell, { kind: 'left-out', reason: value.reason });
  const reads = (other: string): boolean => !isNone(valueOf(read, other, silent));
  left.push({ column, place, cell, reads });
  return null;
}

interface Options extends Names {
  /** Cells of the header. */
  width?: number;
  /** Something of a good row that a person should know. */
  onNotice?: (noted: Noted) => void;
}
const planOf = (
  columns: readonly FileColumn[],
  at: ReadonlyMap<string, number>,
  names: Names,
): readonly Planned[] =>
  columns.map((column) => ({
    column: isDerivedColumn(column, names.mapping) ? { ...column, required: false } : column,
    place: at.get(column.key),
    fixed: column.canDerive ? '' : (names.mapping?.fixed[column.key]?.trim() ?? ''),
    read: readOf(column, names),
    second: columns.findIndex(({ key }) => key === column.second),
  }));

/** `at` maps a column key to its index in the row. Without reference names they are unchanged. */
export function rowReader(
  columns: readonly FileColumn[],
  at: ReadonlyMap<string, number>,
  { onNotice, width = Infinity, ...names }: Options = {},
): RowReader {
  const plan = planOf(columns, at, names);
  const notes = new RowNotes();
  const sense = notedOfRow(columns);
  const amounts = plan.flatMap(({ column, place }) => (column.kind === 'amount' ? (place ?? []) : []));
  return (cells) => {
    const values: Value[] = [];
    const seconds: [number, string][] = [];
    const left: LeftOut[] = [];
    const noted = notes.list;
    noted.length = 0;
    for (const one of plan) {
      const cell = cellOf(one, cells);
      const value = readCell(one, cell, { cells, notes, left });
      if (isUnread(value)) return refusedOf(plan, cells, value.reason, one.column.header);
      values.push(value);
      if (value === null || one.second < 0 || cell.length <= 14) continue;
      const other = mobilesOf(cell, silent)[1];
      if (other) seconds.push([one.second, other]);
    }
    for (const [i, number] of seconds) {
      // With an alternate contact, the second number is ignored.
      const column = columns[i];
      if (column) notes.add(column, number, { kind: values[i] === null ? 'second-number' : 'unused-number' });
      values[i] ??= number;
    }
    // Empty trailing cells are accepted, unless the others do not fit their columns.
    if (cells.length > width && noted.some(({ kind }) => kind === 'left-out'))
      return refusedOf(plan, cells, tooManyCells(width, cells.length), '');
    const misplaced = misplacedFault(cells, left, amounts);
    if (misplaced) return refusedOf(plan, cells, misplaced, '');
    if (onNotice) {
      sense(values, noted);
      for (const one of noted) onNotice(one);
    }
    return values;
  };
}
