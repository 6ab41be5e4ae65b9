/** Reads one row of a file. What is ambiguous is refused with its reason, never guessed. Pure. */
import { channels } from './communications.ts';
import type { FileColumn } from './customer-file.ts';
import type { FileMapping } from './file-mapping.ts';

export type Reason =
  | `${string} missing`
  | 'text too long'
  | 'amount not understood'
  | 'amount is nought'
  | 'negative amount'
  | 'number not understood'
  | 'date ambiguous'
  | 'date does not exist'
  | 'date not understood'
  | 'mobile not ten digits'
  | 'mobile in scientific notation'
  | 'agent unknown'
  | 'allocation type unknown'
  | 'status not understood'
  | 'channel not understood'
  | 'do not call'
  | 'date in the future'
  | 'loan unknown'
  | 'row cut off'
  | 'duplicate loan number in file'
  | 'duplicate transaction in file'
  | 'duplicate message in file';

class Refused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}
const refuse = (reason: Reason): never => {
  throw new Refused(reason);
};

const currency = /^(₹|rs\.?|inr)\s*/i;
const plain = /^\d+(\.\d{1,2})?$/;
const lakhs = /^\d{1,2}(,\d{2})*,\d{3}(\.\d{1,2})?$/;
const millions = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;

/** Rupees as people write them, in paise; a comma stands before the paise only where that was said. */
export function amountOf(cell: string, style: FileMapping['numberStyle'] = 'indian'): number {
  const bare = cell.replace(currency, '').trim();
  if (/^[-−(]/.test(bare)) return refuse('negative amount');
  const number =
    style === 'decimalComma' ? bare.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : bare;
  if (!plain.test(number) && !lakhs.test(number) && !millions.test(number))
    return refuse('amount not understood');
  const [rupees = '0', paise = ''] = number.replace(/,/g, '').split('.');
  const total = Number(rupees) * 100 + Number(paise.padEnd(2, '0'));
  return total <= 1e13 ? total : refuse('amount not understood');
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
type Order = FileMapping['dateOrder'] | 'unsaid';
type Parts = readonly [year: string, month: string, day: string];

/** Two numbers and a year: which of them is the month was said, or can only be one. */
function orderedParts(first: string, second: string, year: string, order: Order): Parts {
  if (order === 'iso') return refuse('date not understood');
  const isClear = Number(first) > 12 || Number(second) > 12 || Number(first) === Number(second);
  if (order === 'unsaid' && !isClear) return refuse('date ambiguous');
  const isMonthFirst = order === 'monthFirst' || (order === 'unsaid' && Number(second) > 12);
  return isMonthFirst ? [year, first, second] : [year, second, first];
}

function partsOf(cell: string, order: Order): Parts {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell);
  if (iso) return [iso[1] ?? '', iso[2] ?? '', iso[3] ?? ''];
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(cell);
  if (numbers) return orderedParts(numbers[1] ?? '', numbers[2] ?? '', numbers[3] ?? '', order);
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(cell)) return refuse('date ambiguous');
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[A-Za-z]*[- ,]+(\d{4})$/.exec(cell);
  const month = named ? months.indexOf((named[2] ?? '').toLowerCase()) + 1 : 0;
  return named && month ? [named[3] ?? '', String(month), named[1] ?? ''] : refuse('date not understood');
}

/** A day as `YYYY-MM-DD`: years first, a month by its name, or the order that was said; day first when nobody was asked. */
export function dayOf(cell: string, order: Order = 'dayFirst'): string {
  const [year, month, day] = partsOf(cell, order);
  if (!/^(19|20|21)/.test(year)) return refuse('date not understood');
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isReal = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
  return isReal ? text : refuse('date does not exist');
}

/** Ten digits, whatever stands around them. */
export function mobileOf(cell: string): string {
  if (/\d[eE][+-]?\d/.test(cell)) return refuse('mobile in scientific notation');
  const digits = cell.replace(/[\s()+-]/g, '');
  const own = /^(?:91|0)?(\d{10})$/.exec(digits)?.[1];
  return own ?? refuse('mobile not ten digits');
}

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
  return (cells) => {
    const values: Value[] = [];
    for (const { column, place, fixed, missing, read } of plan) {
      const cell = place === undefined ? fixed : (cells[place] ?? '').trim();
      if (cell === '') {
        if (column.required) return { reason: missing, field: column.header };
        values.push(null);
        continue;
      }
      try {
        values.push(read(cell));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { reason: error.reason, field: column.header };
      }
    }
    return values;
  };
}
