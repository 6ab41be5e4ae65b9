/** Reads a cell by the kind of its column. Pure. */
import type { DayOrder } from '#kernel/contract/figures/day.ts';
import { channels } from '#kernel/contract/channels/channels.ts';
import type { FileColumn } from '../../customer-file.ts';
import {
  type Note,
  amountOf,
  readCount,
  dayOf,
  identityOf,
  loanNumberOf,
  panOf,
  pincodeOf,
  refuse,
  stateNameOf,
} from '../file-cells.ts';
import type { FileMapping } from './file-mapping.ts';
import { mobilesOf, oneMobileOf } from '../file-mobiles.ts';
import { nameOf, textOf, within } from '../file-names.ts';

export type Value = string | number | null;
/** Names a file may reference, with their ids. */
export interface Known {
  agents: ReadonlyMap<string, number>;
  /** Agents currently excluded from assignment. */
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

export type Read = (cell: string, note: Note) => Value;
/** What a file fixes for its cells: the mapping, names it may use, today. */
export interface Names {
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
  // Created once for all cells: a reader has one callback for its notices.
  let options: Parameters<typeof dayOf>[1];
  return (cell, note) => {
    options ??= { order, isBirth: isBirth === true, onNote: note };
    const day = dayOf(cell, options);
    return isBirth && today !== undefined && day > today ? refuse('date in the future') : day;
  };
}

/** Parser of each column kind; resolved once per file. */
export function readOf(column: FileColumn, names: Names): Read {
  const { kind, max = 255, isAnyNumber, second, unit, most, isSpare, needsLetter } = column;
  const { known } = names;
  switch (kind) {
    case 'amount':
      return amountReader(column, names);
    case 'date':
      return dayReader(column, names);
    case 'count':
      return (cell, note) => readCount(cell, { ...(unit && { unit }), ...(most && { most }) }, note);
    case 'mobile':
      return second !== undefined || isSpare
        ? (cell, note) => mobilesOf(cell, note, second !== undefined)[0]
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
      return (cell) => textOf(cell, max, needsLetter);
  }
}
