/** Reads one row of a file: its values, or why it has none. Pure. */
import type { DayOrder } from '#kernel/contract/figures/day.ts';
import { channels } from '#contexts/messaging/contract/channels.ts';
import type { FileColumn } from '../customer-file.ts';
import {
  type Note,
  type RowReason,
  Refused,
  amountOf,
  countOf,
  dayOf,
  identityOf,
  loanNumberOf,
  panOf,
  pincodeOf,
  refuse,
  stateNameOf,
} from './file-cells.ts';
import { type FileMapping, isDerivedColumn } from './file-mapping.ts';
import { mobilesOf, oneMobileOf } from './file-mobiles.ts';
import { nameOf, saysNothing, textOf, within } from './file-names.ts';
import { isBlank, isNoNumber, isTotal } from './file-text.ts';
import type { Noted } from './notice-book.ts';
import { isPiece, notedOfRow, tooManyCells } from './row-sense.ts';

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

function agentOf(cell: string, known: Known | undefined): Value {
  if (!known) return cell;
  const id =
    known.agents.get(cell.toLowerCase()) ??
    known.agents.get(identityOf('email', cell) ?? '') ??
    refuse('agent unknown');
  return known.barred?.has(id) ? refuse('agent without a valid certificate') : id;
}

type Read = (cell: string, note: Note) => Value;
interface Names {
  mapping?: FileMapping | undefined;
  known?: Known | undefined;
  today?: string | undefined;
}

function amountReader({ isPositive, isReceived, most }: FileColumn, { mapping }: Names): Read {
  return (cell, note) => {
    const paise = amountOf(cell, mapping?.numberStyle, isReceived, note);
    if (isPositive && paise === 0) return refuse('amount is nought');
    return most !== undefined && paise > most ? refuse('amount too large') : paise;
  };
}
function dayReader({ isBirth }: FileColumn, { mapping, today }: Names): Read {
  const order: DayOrder = mapping ? (mapping.dateOrder ?? 'unsaid') : 'usual';
  // Made once for all cells: a reader has one function for its notices.
  let options: Parameters<typeof dayOf>[1];
  return (cell, note) => {
    options ??= { order, isBirth: isBirth === true, onNote: note };
    const day = dayOf(cell, options);
    return isBirth && today !== undefined && day > today ? refuse('date in the future') : day;
  };
}

/** What each kind of column makes of a cell; decided once for a file. */
function readOf(column: FileColumn, names: Names): Read {
  const { kind, max = 255, isAnyNumber, second, unit, most, isSpare } = column;
  const { known } = names;
  switch (kind) {
    case 'amount':
      return amountReader(column, names);
    case 'date':
      return dayReader(column, names);
    case 'count':
      return (cell, note) => countOf(cell, { ...(unit && { unit }), ...(most && { most }) }, note);
    case 'mobile':
      return second !== undefined || isSpare
        ? (cell, note) => mobilesOf(cell, note)[0]
        : (cell) => oneMobileOf(cell, isAnyNumber);
    case 'loan number':
      return (cell) => within(loanNumberOf(cell), max);
    case 'reference':
      return (cell) => within(identityOf('reference', cell), max);
    case 'pan':
      return (cell) => within(panOf(cell), max);
    case 'pincode':
      return pincodeOf;
    case 'state':
      return stateNameOf;
    case 'name':
      return (cell, note) => nameOf(cell, max, note);
    case 'agent':
      return (cell) => agentOf(cell, known);
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

const silent: Note = () => undefined;

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

/** Kinds whose cells name no person: they may be shown as examples. */
const impersonal: readonly FileColumn['kind'][] = ['amount', 'count', 'date', 'state', 'pincode'];
const isShown = ({ kind, isBirth }: FileColumn): boolean => impersonal.includes(kind) && !isBirth;

interface Options extends Names {
  /** Cells of the header. */
  width?: number;
  /** Something of a good row that a person should know. */
  onNotice?: (noted: Noted) => void;
}
/** `at` maps a column's key to its place in the line. Without the names a file may use they are left as they are. */
export function rowReader(
  columns: readonly FileColumn[],
  at: ReadonlyMap<string, number>,
  { onNotice, width = Infinity, ...names }: Options = {},
): RowReader {
  const plan = columns.map((column): Planned => ({
    column: isDerivedColumn(column, names.mapping) ? { ...column, required: false } : column,
    place: at.get(column.key),
    fixed: column.canDerive ? '' : (names.mapping?.fixed[column.key]?.trim() ?? ''),
    read: readOf(column, names),
    second: columns.findIndex(({ key }) => key === column.second),
  }));
  const noted: Noted[] = [];
  const add = (column: FileColumn, cell: string, more: Pick<Noted, 'kind' | 'reason' | 'value'>): void => {
    const { value, ...rest } = more;
    noted.push({ column: column.header, ...rest, ...(isShown(column) && { cell, ...(value && { value }) }) });
  };
  let current: FileColumn | undefined;
  let written = '';
  const note: Note = (kind, value) => {
    if (current) add(current, written, { kind, ...(value && { value }) });
  };
  const sense = notedOfRow(columns);
  return (cells) => {
    const values: Value[] = [];
    const seconds: [number, string][] = [];
    noted.length = 0;
    for (const one of plan) {
      const { column, second, place } = one;
      const { header, required, kind } = column;
      const cell = cellOf(one, cells);
      if (cell === '' || (required ? kind === 'loan number' && isNoNumber(cell) : isBlank(cell))) {
        if (required) return refusedOf(plan, cells, `${header.toLowerCase()} missing`, header);
        values.push(null);
        continue;
      }
      if (kind === 'amount' && isPiece(cells, place))
        return refusedOf(plan, cells, 'amount without quotes?', header);
      current = column;
      written = cell;
      const before = noted.length;
      const value = valueOf(one.read, cell, note);
      if (value instanceof Refused) {
        noted.length = before;
        if (!column.isSpare) return refusedOf(plan, cells, value.reason, header);
        values.push(null);
        if (!saysNothing(cell)) add(column, cell, { kind: 'left-out', reason: value.reason });
      } else if (value === null && required) {
        return refusedOf(plan, cells, `${header.toLowerCase()} missing`, header);
      } else {
        values.push(value);
        const other = second >= 0 && cell.length > 14 ? mobilesOf(cell, silent)[1] : null;
        if (other) seconds.push([second, other]);
      }
    }
    for (const [i, number] of seconds) {
      // Where the alternate contact has a number of its own, the second one is not used.
      const column = columns[i];
      if (column) add(column, number, { kind: values[i] === null ? 'second-number' : 'unused-number' });
      values[i] ??= number;
    }
    // Empty cells behind the last column do no harm, unless the others do not fit their columns.
    if (cells.length > width && noted.some(({ kind }) => kind === 'left-out'))
      return refusedOf(plan, cells, tooManyCells(width, cells.length), '');
    if (onNotice) {
      sense(values, noted);
      for (const one of noted) onNotice(one);
    }
    return values;
  };
}
