/** Reads one cell of a file. What is ambiguous is refused with its reason, never guessed. Pure. */
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

export class Refused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}
/** One for each reason: making an error costs more than reading the row, because it looks where it stands. */
const refusals = new Map<Reason, Refused>();
export function refuse(reason: Reason): never {
  const known = refusals.get(reason) ?? new Refused(reason);
  refusals.set(reason, known);
  throw known;
}

const currency = /^(₹|rs\.?|inr)\s*/i;
const lakhs = /^\d{1,2}(,\d{2})*,\d{3}(\.\d{1,2})?$/;
const millions = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;

const zero = 48;
/** The figure at a place, or -1. */
function figureAt(text: string, at: number): number {
  const figure = text.charCodeAt(at) - zero;
  return figure >= 0 && figure <= 9 ? figure : -1;
}
/** Figures, and one or two of paise behind a point; NaN for anything else. Read by hand: half of a file is amounts. */
function paiseOf(number: string): number {
  let rupees = 0;
  let at = 0;
  for (let figure: number; (figure = figureAt(number, at)) >= 0; at += 1) rupees = rupees * 10 + figure;
  if (at === 0) return Number.NaN;
  if (at === number.length) return rupees * 100;
  const tens = figureAt(number, at + 1);
  const ones = at + 2 < number.length ? figureAt(number, at + 2) : 0;
  if (number[at] !== '.' || tens < 0 || ones < 0 || number.length > at + 3) return Number.NaN;
  return rupees * 100 + tens * 10 + ones;
}

/** Rupees as people write them, in paise; a comma stands before the paise only where that was said. */
export function amountOf(cell: string, style: FileMapping['numberStyle'] = 'indian'): number {
  const bare = figureAt(cell, 0) < 0 ? cell.replace(currency, '').trim() : cell.trim();
  if (/^[-−(]/.test(bare)) return refuse('negative amount');
  const number =
    style === 'decimalComma' ? bare.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : bare;
  const isGrouped = number.includes(',');
  if (isGrouped && !lakhs.test(number) && !millions.test(number)) return refuse('amount not understood');
  const total = paiseOf(isGrouped ? number.replaceAll(',', '') : number);
  return total <= 1e13 ? total : refuse('amount not understood');
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export type Order = FileMapping['dateOrder'] | 'unsaid';
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

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** How many days a month has; a month that is none has none. */
function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (lengths[month - 1] ?? 0);
}

/** A day as `YYYY-MM-DD`: years first, a month by its name, or the order that was said; day first when nobody was asked. */
export function dayOf(cell: string, order: Order = 'dayFirst'): string {
  const [year, month, day] = partsOf(cell, order);
  if (!/^(19|20|21)/.test(year)) return refuse('date not understood');
  const isReal = Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
  return isReal ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : refuse('date does not exist');
}

/** Ten digits, whatever stands around them. */
export function mobileOf(cell: string): string {
  if (/\d[eE][+-]?\d/.test(cell)) return refuse('mobile in scientific notation');
  const digits = cell.replace(/[\s()+-]/g, '');
  const own = /^(?:91|0)?(\d{10})$/.exec(digits)?.[1];
  return own ?? refuse('mobile not ten digits');
}
