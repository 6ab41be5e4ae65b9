/** Reads one row of a file: its values, or why it has none. Pure. */
import { channels } from '#contexts/messaging/contract/channels.ts';
import type { FileColumn } from '../customer-file.ts';
import {
  type RowReason,
  Refused,
  amountOf,
  loanNumberOf,
  mobileOf,
  mobilesOf,
  refuse,
} from './file-cells.ts';
import { dayOf } from './file-dates.ts';
import { plainText } from '#kernel/contract/identity/plain-text.ts';
import { isAscii, isBlank, isGarbled, isNoNumber, isTotal } from './file-text.ts';
import type { FileMapping } from './file-mapping.ts';

const countOf = (cell: string): number =>
  /^\d{1,6}$/.test(cell) ? Number(cell) : refuse('number not understood');

export type Value = string | number | null;
/** Names a file may use, and what they stand for. */
export interface Known {
  agents: ReadonlyMap<string, number>;
  /** Agents who may be given no loan now. */
  barred?: ReadonlySet<number>;
  allocationTypes: ReadonlyMap<string, number>;
}

const statusOf = (cell: string): string =>
  /^(in)?active$/i.test(cell) ? cell.toLowerCase() : refuse('status not understood');

const channelOf = (cell: string): string =>
  channels.find((one) => one.toLowerCase() === cell.toLowerCase()) ?? refuse('channel not understood');

const within = (cell: string, max: number): string => (cell.length > max ? refuse('text too long') : cell);
function textOf(cell: string, max: number): string {
  const isSuspect = cell.includes('?') || !isAscii(cell);
  return within(isSuspect && isGarbled(cell) ? refuse('text garbled') : cell, max);
}

type Read = (cell: string) => Value;
/** What each kind of column makes of a cell; decided once for a file. */
function readOf(column: FileColumn, mapping: FileMapping | undefined, known: Known | undefined): Read {
  const { kind, max = 255, isPositive, isReceived, isBirth, isAnyNumber, second } = column;
  switch (kind) {
    case 'amount':
      return (cell) => {
        const paise = amountOf(cell, mapping?.numberStyle, isReceived);
        return isPositive && paise === 0 ? refuse('amount is nought') : paise;
      };
    case 'date': {
      const order = mapping ? (mapping.dateOrder ?? 'unsaid') : 'dayFirst';
      return (cell) => dayOf(cell, order, isBirth);
    }
    case 'count':
      return countOf;
    case 'mobile':
      return (cell) => (second ? mobilesOf(cell)[0] : mobileOf(cell, isAnyNumber));
    case 'loan number':
      return (cell) => within(loanNumberOf(isAscii(cell) ? cell : plainText(cell)), max);
    case 'agent':
      return (cell) => {
        if (!known) return cell;
        const id = known.agents.get(cell.toLowerCase()) ?? refuse('agent unknown');
        return known.barred?.has(id) ? refuse('agent without a valid certificate') : id;
      };
    case 'allocation type':
      return (cell) =>
        known ? (known.allocationTypes.get(cell.toLowerCase()) ?? refuse('allocation type unknown')) : cell;
    case 'status':
      return statusOf;
    case 'channel':
      return channelOf;
    case 'text':
      return (cell) => textOf(cell, max);
  }
}

export interface Bad {
  reason: RowReason;
  field: string;
  /** The loan the row names all the same. */
  loanNumber?: string;
  /** The loan of the row is not known. */
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
  /** Where a second number goes. */
  second: number;
}
const cellOf = ({ place, fixed }: Planned, cells: readonly string[]): string =>
  place === undefined ? fixed : (cells[place] ?? '').trim();

/** What a row that cannot be read says all the same: which loan is on the lender's list. */
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
    // Nobody is named: figures under a list are about no loan.
    return byKey('name') || byKey('mobile') ? { reason, field, isUnclear: true } : { reason, field };
  }
  const named = loan && valueOf(loan.read, cell);
  if (typeof named === 'string') return { reason, field, loanNumber: named };
  return isTotal(cell) ? { reason, field } : { reason, field, isUnclear: true };
}

function valueOf(read: Read, cell: string): Value | Refused {
  try {
    return read(cell);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
/** Most cells are read as they are; the others once more without what programs leave in them. */
function readCell({ read, column }: Planned, cell: string): Value | Refused {
  const value = valueOf(read, cell);
  if (!(value instanceof Refused) || column.kind === 'text') return value;
  const plain = plainText(cell);
  return plain === cell ? value : valueOf(read, plain);
}

interface Options {
  mapping?: FileMapping;
  known?: Known;
  /** A cell of a good row was left out. */
  onLeft?: (left: Bad) => void;
}
/** `at` maps a column's key to its place in the line. Without the names a file may use they are left as they are. */
export function rowReader(
  columns: readonly FileColumn[],
  at: ReadonlyMap<string, number>,
  { mapping, known, onLeft }: Options = {},
): RowReader {
  const plan = columns.map((column): Planned => ({
    column,
    place: at.get(column.key),
    fixed: mapping?.fixed[column.key]?.trim() ?? '',
    read: readOf(column, mapping, known),
    second: columns.findIndex(({ key }) => key === column.second),
  }));
  return (cells) => {
    const values: Value[] = [];
    const seconds: [number, string][] = [];
    for (const one of plan) {
      const { column, second } = one;
      const { header, required, kind } = column;
      const cell = cellOf(one, cells);
      if (cell === '' || (required ? kind === 'loan number' && isNoNumber(cell) : isBlank(cell))) {
        if (required) return refusedOf(plan, cells, `${header.toLowerCase()} missing`, header);
        values.push(null);
        continue;
      }
      const value = readCell(one, cell);
      if (!(value instanceof Refused)) {
        values.push(value);
        const other = second >= 0 && cell.length > 12 ? mobilesOf(plainText(cell))[1] : null;
        if (other) seconds.push([second, other]);
      } else if (column.isSpare) {
        values.push(null);
        onLeft?.({ reason: `${value.reason} (loan taken without it)`, field: header });
      } else return refusedOf(plan, cells, value.reason, header);
    }
    for (const [i, number] of seconds) values[i] ??= number;
    return values;
  };
}
