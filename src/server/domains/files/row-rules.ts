/** Reads one row of a file. What is ambiguous is refused with its reason, never guessed. Pure. */
import { channels } from '#contract/communications.ts';
import type { FileColumn } from '#contract/customer-file.ts';

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

/** Rupees as people write them, in paise. */
export function amountOf(cell: string): number {
  const bare = cell.replace(currency, '').trim();
  if (/^[-−(]/.test(bare)) return refuse('negative amount');
  if (!plain.test(bare) && !lakhs.test(bare) && !millions.test(bare)) return refuse('amount not understood');
  const [rupees = '0', paise = ''] = bare.replace(/,/g, '').split('.');
  const total = Number(rupees) * 100 + Number(paise.padEnd(2, '0'));
  return total <= 1e13 ? total : refuse('amount not understood');
}

/** A day as `YYYY-MM-DD`: ISO, or day first with a year of four digits. */
export function dayOf(cell: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell);
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(cell);
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(cell)) return refuse('date ambiguous');
  const [year, month, day] = iso ? iso.slice(1) : dayFirst ? dayFirst.slice(1).reverse() : [];
  if (!year || !month || !day) return refuse('date not understood');
  if (!/^(19|20|21)/.test(year)) return refuse('date not understood');
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const real = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(text)
    ? text
    : refuse('date does not exist');
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
function textOf(cell: string, { max = 255 }: FileColumn): string {
  return cell.length > max ? refuse('text too long') : cell;
}

export type Value = string | number | null;
/** Names a file may use, and what they stand for. */
export interface Known {
  agents: ReadonlyMap<string, number>;
  allocationTypes: ReadonlyMap<string, number>;
}
export type FileRow = Record<string, Value> & { loanNumber: string };

const statusOf = (cell: string): string =>
  /^(in)?active$/i.test(cell) ? cell.toLowerCase() : refuse('status not understood');

const channelOf = (cell: string): string =>
  channels.find((one) => one.toLowerCase() === cell.toLowerCase()) ?? refuse('channel not understood');

function paidOf(column: FileColumn, cell: string): number {
  const paise = amountOf(cell);
  return column.isPositive && paise === 0 ? refuse('amount is nought') : paise;
}

function read(column: FileColumn, cell: string, known: Known): Value {
  switch (column.kind) {
    case 'amount':
      return paidOf(column, cell);
    case 'count':
      return countOf(cell);
    case 'date':
      return dayOf(cell);
    case 'mobile':
      return mobileOf(cell);
    case 'agent':
      return known.agents.get(cell.toLowerCase()) ?? refuse('agent unknown');
    case 'allocation type':
      return known.allocationTypes.get(cell.toLowerCase()) ?? refuse('allocation type unknown');
    case 'status':
      return statusOf(cell);
    case 'channel':
      return channelOf(cell);
    case 'text':
      return textOf(cell, column);
  }
}

/** The row as values, or the reason it cannot be one. `at` maps a column's key to its place in the line. */
export function readRow(
  columns: readonly FileColumn[],
  cells: readonly string[],
  at: ReadonlyMap<string, number>,
  known: Known,
): { row: FileRow } | { reason: Reason; field: string } {
  const row: Record<string, Value> = {};
  for (const column of columns) {
    const place = at.get(column.key);
    const cell = place === undefined ? '' : (cells[place] ?? '').trim();
    try {
      if (cell === '')
        row[column.key] = column.required ? refuse(`${column.header.toLowerCase()} missing`) : null;
      else row[column.key] = read(column, cell, known);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { reason: error.reason, field: column.header };
    }
  }
  return { row: row as FileRow };
}

/** A column's name whatever its case, spaces and underscores. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

/** Where each column stands in this file's header; columns that stand twice, and required ones that are not there. */
export function readHeader(
  columns: readonly FileColumn[],
  header: readonly string[],
): {
  at: Map<string, number>;
  missing: string[];
  twice: string[];
} {
  const known = new Map(
    columns.flatMap(({ header: own, aliases = [] }) => [own, ...aliases].map((name) => [name, own])),
  );
  const names = header.map(plainName).map((name) => known.get(name) ?? name);
  const at = new Map<string, number>();
  for (const column of columns) {
    const place = names.indexOf(column.header);
    if (place >= 0) at.set(column.key, place);
  }
  return {
    at,
    missing: columns.filter(({ key, required }) => required && !at.has(key)).map((column) => column.header),
    twice: names.filter((name, i) => name !== '' && names.indexOf(name) !== i),
  };
}
