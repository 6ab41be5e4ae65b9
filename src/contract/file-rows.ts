/** Reads one row of a file: its values, or why it has none. Pure. */
import { channels } from './communications.ts';
import type { FileColumn } from './customer-file.ts';
import { type Reason, Refused, amountOf, dayOf, mobileOf, refuse } from './file-cells.ts';
import type { FileMapping } from './file-mapping.ts';

const countOf = (cell: string): number =>
  /^\d{1,6}$/.test(cell) ? Number(cell) : refuse('number not understood');

export type Value = string | number | null;
/** Names a file may use, and what they stand for. */
export interface Known {
  agents: ReadonlyMap<string, number>;
  allocationTypes: ReadonlyMap<string, number>;
}

const statusOf = (cell: string): string =>
  /^(in)?active$/i.test(cell) ? cell.toLowerCase() : refuse('status not understood');

const channelOf = (cell: string): string =>
  channels.find((one) => one.toLowerCase() === cell.toLowerCase()) ?? refuse('channel not understood');

type Read = (cell: string) => Value;
/** What each kind of column makes of a cell; decided once for a file. */
function readOf(column: FileColumn, mapping: FileMapping | undefined, known: Known | undefined): Read {
  const { kind, max = 255, isPositive } = column;
  switch (kind) {
    case 'amount':
      return (cell) => {
        const paise = amountOf(cell, mapping?.numberStyle);
        return isPositive && paise === 0 ? refuse('amount is nought') : paise;
      };
    case 'date': {
      const order = mapping ? (mapping.dateOrder ?? 'unsaid') : 'dayFirst';
      return (cell) => dayOf(cell, order);
    }
    case 'count':
      return countOf;
    case 'mobile':
      return mobileOf;
    case 'agent':
      return (cell) => (known ? (known.agents.get(cell.toLowerCase()) ?? refuse('agent unknown')) : cell);
    case 'allocation type':
      return (cell) =>
        known ? (known.allocationTypes.get(cell.toLowerCase()) ?? refuse('allocation type unknown')) : cell;
    case 'status':
      return statusOf;
    case 'channel':
      return channelOf;
    case 'text':
      return (cell) => (cell.length > max ? refuse('text too long') : cell);
  }
}

export interface Bad {
  reason: Reason;
  field: string;
  /** The loan the row names all the same. */
  loanNumber?: string;
  /** It cannot be told which loan the row is about. */
  isUnclear?: boolean;
}
/** The values in the order of the columns, or why the row cannot be one. */
export type RowReader = (cells: readonly string[]) => Value[] | Bad;
export const isBad = (read: Value[] | Bad): read is Bad => !Array.isArray(read);

/** `at` maps a column's key to its place in the line. Without the names a file may use they are left as they are. */
export function rowReader(
  columns: readonly FileColumn[],
  at: ReadonlyMap<string, number>,
  { mapping, known }: { mapping?: FileMapping; known?: Known } = {},
): RowReader {
  const plan = columns.map((column) => ({
    column,
    place: at.get(column.key),
    fixed: mapping?.fixed[column.key]?.trim() ?? '',
    missing: `${column.header.toLowerCase()} missing` as const,
    read: readOf(column, mapping, known),
  }));
  type Planned = (typeof plan)[number];
  const cellOf = ({ place, fixed }: Planned, cells: readonly string[]): string =>
    place === undefined ? fixed : (cells[place] ?? '').trim();
  const loan = plan.find(({ column }) => column.key === 'loanNumber');
  /** A refused row says all the same which loan is on the lender's list. */
  const bad = (reason: Reason, field: string, cells: readonly string[]): Bad => {
    const named = loan && valueOf(loan.read, cellOf(loan, cells));
    return typeof named === 'string' && named !== ''
      ? { reason, field, loanNumber: named }
      : { reason, field, isUnclear: true };
  };
  return (cells) => {
    const values: Value[] = [];
    for (const one of plan) {
      const { column, missing, read } = one;
      const cell = cellOf(one, cells);
      if (cell === '') {
        if (column.required) return bad(missing, column.header, cells);
        values.push(null);
        continue;
      }
      const value = valueOf(read, cell);
      if (value instanceof Refused) return bad(value.reason, column.header, cells);
      values.push(value);
    }
    return values;
  };
}

function valueOf(read: Read, cell: string): Value | Refused {
  try {
    return read(cell);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
